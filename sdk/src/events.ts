import { textOf } from "./http.ts";
import { EventsResource } from "./resources.ts";
import { messagesIn } from "./server-sent.ts";
import { backoffMs, sleep } from "./sleep.ts";
import { isTransient, type RequestOptions } from "./transport.ts";
import type { WebhookEvent } from "./webhooks.ts";

/** How far the work on a batch is. Only the stream sends it, at most once a second, and never again. */
export interface BatchProgressEvent {
  readonly type: "batch.progress";
  readonly created_at: string;
  readonly data: {
    readonly batch_id: string;
    readonly project_id: string;
    readonly item_count: number;
    readonly annotated_count: number;
    readonly excluded_count: number;
    readonly answer_count: number;
  };
}

/** One message of the stream. */
export interface StreamMessage {
  /** Where the stream continues after this message: pass it as `lastEventId` to another `stream`. */
  readonly lastEventId: string;
  /** `type` says which `data` it has. */
  readonly event: WebhookEvent | BatchProgressEvent;
}

export interface StreamOptions extends Pick<RequestOptions, "signal" | "headers"> {
  /** Begins after this message, up to 30 days later; without it with what happens from now on. */
  readonly lastEventId?: string | undefined;
}

/** The service sends something every 15 seconds: a connection that is silent for longer is dead. */
const SILENCE_MS = 45_000;

/** `client.events` */
export class Events extends EventsResource {
  /**
   * The account's events as they happen, without an end: `for await (const { event } of client.events.stream())`. Connects
   * again after the last message if the connection ends or fails, so that no event is lost. Ends by `break`, or throws the
   * reason of an aborted `signal`; throws ApiError if the service refuses the stream.
   */
  async *stream({ lastEventId, signal, headers }: StreamOptions = {}): AsyncGenerator<StreamMessage> {
    let place = lastEventId;
    let pauseMs = 0;
    for (let failures = 0; ; failures += 1) {
      try {
        for await (const { id, data, retryMs } of this.#connection(place, { signal, headers })) {
          failures = 0;
          place = id ?? place;
          pauseMs = retryMs ?? pauseMs;
          if (data !== "") yield { lastEventId: place ?? "", event: JSON.parse(data) };
        }
      } catch (failure) {
        throwUnlessTransient(failure, signal);
      }
      await sleep(failures === 0 ? pauseMs : backoffMs(failures), signal);
    }
  }

  async *#connection(place: string | undefined, { signal, headers }: StreamOptions) {
    const silence = new AbortController();
    const either = signal ? AbortSignal.any([signal, silence.signal]) : silence.signal;
    const response = await this.http.response({
      method: "GET",
      path: "/v1/stream",
      headers: { ...headers, ...(place !== undefined && { "last-event-id": place }) },
      signal: either,
    });
    const listen = () => setTimeout(() => silence.abort(new TypeError("the stream fell silent")), SILENCE_MS);
    let timer = listen();
    async function* heard(texts: AsyncIterable<string>) {
      for await (const text of texts) {
        clearTimeout(timer);
        timer = listen();
        yield text;
      }
    }
    try {
      yield* messagesIn(heard(textOf(response)));
    } finally {
      clearTimeout(timer);
    }
  }
}

/** A body that breaks off is a TypeError, as all faults of `fetch` are. */
function throwUnlessTransient(failure: unknown, signal: AbortSignal | undefined): void {
  signal?.throwIfAborted();
  if (!(failure instanceof TypeError || isTransient(failure))) throw failure;
}
