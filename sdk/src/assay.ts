import { Batches } from "./batches.ts";
import { Downloads } from "./downloads.ts";
import { Events } from "./events.ts";
import { Http } from "./http.ts";
import { Resources } from "./resources.ts";
import { type Call, createTransport, type TransportOptions } from "./transport.ts";
import { Uploads } from "./uploads.ts";
import { Webhooks } from "./webhooks.ts";

export type AssayOptions = Omit<TransportOptions, "isTransient">;

/** A response to one try that takes longer is tried again. */
const TIMEOUT_MS = 60_000;

/**
 * A client of the service: `new Assay({ apiKey, baseUrl })`. Each operation of the API is a method of a resource, such
 * as `client.batches.create({ … })`.
 *
 * All methods take `RequestOptions` as their last argument. They throw a subclass of ApiError for an error response, after
 * they tried again what may pass: network faults, timeouts, 408, 429 and 5xx, and a 409 while the same POST still runs. All
 * tries of a POST share one `Idempotency-Key`, so that it takes effect once. Without any response they throw
 * ConnectionError or TimeoutError, and the reason of `signal` once it aborts.
 */
export class Assay extends Resources {
  override readonly batches: Batches;
  readonly downloads: Downloads;
  override readonly events: Events;
  override readonly uploads: Uploads;
  override readonly webhooks: Webhooks;

  constructor(options: AssayOptions) {
    const http = new Http(createTransport({ timeoutMs: TIMEOUT_MS, ...options }));
    super(http);
    this.batches = new Batches(http);
    this.downloads = new Downloads(http);
    this.events = new Events(http);
    this.uploads = new Uploads(http);
    this.webhooks = new Webhooks(http);
  }

  /** Sends a request that no method has, with the same retries, and returns its response. */
  request(call: Call): Promise<Response> {
    return this.http.response(call);
  }
}
