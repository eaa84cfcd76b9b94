import { ApiError, ConnectionError, TimeoutError } from "./api-error.ts";
import { errorOf } from "./errors.ts";
import { backoffMs, sleep } from "./sleep.ts";

/** The settings of one call, which replace those of the client. */
export interface RequestOptions {
  /** Cancels the call and its retries; the call then throws the signal's reason. */
  readonly signal?: AbortSignal | undefined;
  /** Longest wait for the response to one try, in milliseconds. */
  readonly timeoutMs?: number | undefined;
  /** How often a failed request is sent again. */
  readonly retries?: number | undefined;
  /** Replaces the generated `Idempotency-Key` of a POST. */
  readonly idempotencyKey?: string | undefined;
  readonly headers?: Readonly<Record<string, string>> | undefined;
}

export interface TransportOptions {
  /** The address of the service without `/v1`, such as `http://localhost:8080`. */
  readonly baseUrl: string;
  readonly apiKey: string;
  /** Replaces the global `fetch`. */
  readonly fetch?: typeof globalThis.fetch | undefined;
  /** Longest wait for the response to one try, in milliseconds; without it there is no limit. */
  readonly timeoutMs?: number | undefined;
  /** How often a failed request is sent again; default 4. */
  readonly retries?: number | undefined;
  /** Which failures are tried again; default: `isTransient`. */
  readonly isTransient?: ((failure: unknown) => boolean) | undefined;
}

/** A body that is sent as it is, and can be sent again: no stream. */
export type RawBody = string | Blob | FormData | Uint8Array<ArrayBuffer>;

/** One request. */
export interface Call extends RequestOptions {
  readonly method: string;
  /** With `{name}` for each of `params`. */
  readonly path: string;
  readonly params?: Readonly<Record<string, unknown>> | undefined;
  /** Parameters that are undefined or null are left out; each element of an array becomes one. */
  readonly query?: Readonly<Record<string, unknown>> | undefined;
  /** A body that is sent as JSON. */
  readonly json?: unknown;
  readonly body?: RawBody | undefined;
  /** Whether the request outlives the page that sends it; browsers allow 64 KiB for all such requests together. */
  readonly keepalive?: boolean | undefined;
}

/** Sends a request, again if need be, until `read` has what it needs of a successful response. */
export type Transport = <T>(call: Call, read: (response: Response) => Promise<T> | T) => Promise<T>;

const RETRIES = 4;
/** A response that asks for a longer wait is an error. */
const LONGEST_WAIT_S = 120;
/** Part by which a wait is longer, at random, so that clients do not come back all at once. */
const JITTER = 0.1;

/**
 * Creates the function that sends all requests of a client. It throws a subclass of ApiError for an error response,
 * ConnectionError without a response, TimeoutError, and the reason of an aborted `signal`. Each POST carries an
 * `Idempotency-Key` that all of its tries share, so that it takes effect once. Before another try it waits as long as
 * `Retry-After` says, else half a second and then twice as long each time, up to 8 seconds.
 */
export function createTransport(options: TransportOptions): Transport {
  const { retries: usual = RETRIES, isTransient: mayPass = isTransient } = options;
  return async (call, read) => {
    const { signal, method, keepalive = false, retries = usual } = call;
    const url = urlOf(options.baseUrl, call);
    const init = { method, keepalive, body: bodyOf(call), headers: headersOf(options, call) };
    for (let tried = 0; ; tried += 1) {
      try {
        return await attempt(options, call, new Request(url, init), read);
      } catch (failure) {
        signal?.throwIfAborted();
        const wait = tried < retries && mayPass(failure) ? delayMs(failure, tried) : undefined;
        if (wait === undefined) throw failure;
        await sleep(wait, signal);
      }
    }
  };
}

/** Whether a request may succeed later: after network faults, timeouts, 408, 429, 5xx, and a POST that still runs. */
export function isTransient(failure: unknown): boolean {
  if (failure instanceof ConnectionError || failure instanceof TimeoutError) return true;
  if (!(failure instanceof ApiError)) return false;
  return (
    [408, 429, 500, 502, 503, 504].includes(failure.status) || failure.code === "idempotency_in_progress"
  );
}

/** Undefined if the response asks for too long a wait. */
function delayMs(failure: unknown, tried: number): number | undefined {
  const asked = failure instanceof ApiError ? failure.headers.get("retry-after") : null;
  const seconds = Number(asked ?? Number.NaN);
  if (seconds > LONGEST_WAIT_S) return undefined;
  if (seconds >= 0) return seconds * 1_000 * (1 + JITTER * Math.random());
  return backoffMs(tried);
}

async function attempt<T>(
  { fetch = globalThis.fetch, timeoutMs: usual }: TransportOptions,
  { signal, timeoutMs = usual }: Call,
  request: Request,
  read: (response: Response) => Promise<T> | T,
): Promise<T> {
  signal?.throwIfAborted();
  const limit = new AbortController();
  const timer = timeoutMs === undefined ? undefined : setTimeout(() => limit.abort(), timeoutMs);
  try {
    const either = signal ? AbortSignal.any([signal, limit.signal]) : limit.signal;
    const response = await fetch(new Request(request, { signal: either }));
    if (response.ok) return await read(response);
    throw errorOf(response, await response.text());
  } catch (failure) {
    if (limit.signal.aborted && !signal?.aborted)
      throw new TimeoutError(`no response within ${timeoutMs} ms`);
    throw failure instanceof TypeError ? new ConnectionError(failure) : failure;
  } finally {
    clearTimeout(timer);
  }
}

function urlOf(baseUrl: string, { path, params = {}, query = {} }: Call): string {
  const filled = path.replace(/\{(\w+)\}/g, (_, name) => encodeURIComponent(String(params[name])));
  const pairs = Object.entries(query).flatMap(([name, value]) =>
    [value ?? []].flat().map((one): [string, string] => [name, String(one)]),
  );
  const search = pairs.length > 0 ? `?${new URLSearchParams(pairs)}` : "";
  return baseUrl.replace(/\/+$/, "") + filled + search;
}

function headersOf({ apiKey }: TransportOptions, call: Call): Headers {
  const headers = new Headers({
    accept: "application/json, application/problem+json",
    authorization: `Bearer ${apiKey}`,
  });
  if (call.json !== undefined) headers.set("content-type", "application/json");
  if (call.method === "POST" && !isHarmlessTwice(call)) {
    headers.set("idempotency-key", call.idempotencyKey ?? crypto.randomUUID());
  }
  for (const [name, value] of Object.entries(call.headers ?? {})) headers.set(name, value);
  return headers;
}

/**
 * A submit with a `client_id` takes effect once without a key, and the service stores only submits without a key in
 * groups, which is faster.
 */
function isHarmlessTwice({ path, json }: Call): boolean {
  if (path !== "/v1/tasks/{id}/submit" || typeof json !== "object" || json === null) return false;
  return "client_id" in json && Boolean(json.client_id);
}

function bodyOf({ json, body }: Call): RawBody | null {
  return json === undefined ? (body ?? null) : JSON.stringify(json);
}
