import { AsyncLocalStorage } from "node:async_hooks";
import { lookup } from "node:dns/promises";
import { Agent as HttpAgent } from "node:http";
import { Agent as HttpsAgent } from "node:https";
import { isIP, type LookupFunction } from "node:net";
import type { Readable } from "node:stream";
import { Agent, buildConnector, Dispatcher, getGlobalDispatcher, request, setGlobalDispatcher } from "undici";
import { createLookups, type Resolve } from "./lookups.ts";
import { createNetworks, type Networks } from "./networks.ts";

/** Why a request to an external server failed; says nothing about what is behind an address. */
export type OutboundFault =
  | "timeout"
  | "dns_error"
  | "connection_refused"
  | "connection_reset"
  | "tls_error"
  | "blocked_address"
  | "response_too_large";

/** Thrown by every outbound request without a response. */
export class OutboundError extends Error {
  readonly code: OutboundFault;

  constructor(code: OutboundFault, options?: ErrorOptions) {
    super(code, options);
    this.name = "OutboundError";
    this.code = code;
  }
}

/** The only client for addresses that callers choose. Never follows a redirect. */
export interface Outbound {
  /**
   * Sends `body`; resolves with the status, whatever it is, and with as much of the first 4 kB of the
   * response as arrives within a quarter of a second after it.
   */
  readonly post: (
    url: string,
    headers: Readonly<Record<string, string>>,
    body: string,
  ) => Promise<{ readonly status: number; readonly body: string }>;
  /**
   * Sends `body` and reads the whole answer; resolves with the status, whatever it is. Throws `response_too_large` at the first byte
   * beyond `max_bytes`, and `timeout` unless all of it has arrived in `timeout_ms`.
   */
  readonly ask: (
    url: string,
    headers: Readonly<Record<string, string>>,
    body: string,
    bounds: { readonly timeout_ms: number; readonly max_bytes: number },
  ) => Promise<{
    readonly status: number;
    readonly headers: Readonly<Record<string, string | string[] | undefined>>;
    readonly body: Buffer;
  }>;
  /** Fetches `url`; the caller reads `body` and stops at its own limit. `signal` ends it early. */
  readonly get: (
    url: string,
    signal: AbortSignal,
    headers?: Readonly<Record<string, string>>,
  ) => Promise<{
    readonly status: number;
    readonly headers: Readonly<Record<string, string | string[] | undefined>>;
    readonly contentType: string | undefined;
    readonly body: Readable;
  }>;
  /**
   * Guards every `fetch` inside `work` like other outbound requests, for libraries that accept no client.
   * Requests to `trusted`, an origin set by the operator, may go anywhere.
   */
  readonly keep: <R>(trusted: string | undefined, work: () => Promise<R>) => Promise<R>;
  /**
   * New connection pools for `node:http` and `node:https`, for libraries that use these. They check the names that they look
   * up; the caller asks `refusal` about the URL first, because nobody looks up an IP address.
   */
  readonly agents: () => { readonly http: HttpAgent; readonly https: HttpsAgent };
  /** The reason why `url` may not be registered, as a sentence for the caller; undefined if it may. */
  readonly refusal: (url: string) => string | undefined;
}

const TOTAL_MS = 15_000;
const CONNECT_MS = 5_000;
const MAX_HEADER_BYTES = 16 * 1024;
const LOGGED_BYTES = 4 * 1024;
/** The status line decides: a receiver that sends the rest slowly must not keep a worker busy. */
const BODY_MS = 250;
/** Short: if a receiver closes an idle connection while it is being reused, that attempt fails. */
const KEEP_ALIVE_MS = 1_000;
const MAX_URL_LENGTH = 2_048;

/**
 * The outbound client. It checks addresses when it connects, exactly those that the socket then uses, so
 * neither another spelling of an address nor a name that changes its address circumvents the check. `allowed`
 * are CIDRs that may be reached even though they are private, also by http. Ignores proxy settings of the
 * environment.
 */
export function createOutbound(allowed: readonly string[], resolve: Resolve = resolveAll): Outbound {
  const networks = createNetworks(allowed);
  const dispatcher = new Agent({
    connect: guardedConnector(networks, createLookups(resolve, CONNECT_MS)),
    maxHeaderSize: MAX_HEADER_BYTES,
    keepAliveTimeout: KEEP_ALIVE_MS,
    keepAliveMaxTimeout: KEEP_ALIVE_MS,
  });
  return {
    async post(url, headers, body) {
      const signal = AbortSignal.timeout(TOTAL_MS);
      const options = { dispatcher, signal, method: "POST", headers: { ...headers }, body } as const;
      const response = await request(url, options).catch(rethrow);
      return { status: response.statusCode, body: await readStart(response.body) };
    },
    async ask(url, headers, body, { timeout_ms, max_bytes }) {
      const signal = AbortSignal.timeout(timeout_ms);
      const limits = { headersTimeout: timeout_ms, bodyTimeout: timeout_ms };
      const options = {
        dispatcher,
        signal,
        ...limits,
        method: "POST",
        headers: { ...headers },
        body,
      } as const;
      const response = await request(url, options).catch(rethrow);
      const answer = await readWhole(response.body, max_bytes).catch(rethrow);
      return { status: response.statusCode, headers: response.headers, body: answer };
    },
    async get(url, signal, sent = {}) {
      const options = { dispatcher, signal, headersTimeout: TOTAL_MS, headers: { ...sent } } as const;
      const { statusCode, headers, body } = await request(url, options).catch(rethrow);
      return { status: statusCode, headers, contentType: [headers["content-type"]].flat()[0], body };
    },
    async keep(trusted, work) {
      keepFetches();
      return keeping.run({ trusted, dispatcher }, work);
    },
    agents() {
      const lookups = createLookups(resolve, CONNECT_MS);
      return {
        http: new HttpAgent({ keepAlive: true, lookup: guardedLookup(networks, "http:", lookups) }),
        https: new HttpsAgent({ keepAlive: true, lookup: guardedLookup(networks, "https:", lookups) }),
      };
    },
    refusal: (url) => refusal(networks, url),
  };
}

/** The rules for the fetches of the running `work`. */
const keeping = new AsyncLocalStorage<{
  readonly trusted: string | undefined;
  readonly dispatcher: Dispatcher;
}>();

/** Wraps the dispatcher of every `fetch` in the process, and passes through fetches that are not guarded. */
class KeepingDispatcher extends Dispatcher {
  readonly #usual: Dispatcher;

  constructor(usual: Dispatcher) {
    super();
    this.#usual = usual;
  }

  override dispatch(options: Dispatcher.DispatchOptions, handler: Dispatcher.DispatchHandler): boolean {
    const kept = keeping.getStore();
    const isFree = kept === undefined || String(options.origin) === kept.trusted;
    return (isFree ? this.#usual : kept.dispatcher).dispatch(options, handler);
  }
}

function keepFetches(): void {
  const usual = getGlobalDispatcher();
  if (!(usual instanceof KeepingDispatcher)) setGlobalDispatcher(new KeepingDispatcher(usual));
}

async function resolveAll(hostname: string) {
  return lookup(hostname, { all: true });
}

/** Sockets do not call `lookup` for IP literals, so these are checked before; names are checked within it. */
function guardedConnector(networks: Networks, resolve: Resolve): buildConnector.connector {
  const byProtocol = (protocol: string) =>
    buildConnector({
      lookup: guardedLookup(networks, protocol, resolve),
      timeout: CONNECT_MS,
      allowH2: false,
    });
  const http = byProtocol("http:");
  const https = byProtocol("https:");
  return (options, callback) => {
    const { hostname, protocol } = options;
    if (isIP(hostname) !== 0 && !networks.mayReach(hostname, protocol)) {
      callback(new OutboundError("blocked_address"), null);
      return;
    }
    (protocol === "https:" ? https : http)(options, callback);
  };
}

/** Passes the checked addresses to the socket, which resolves nothing again. */
function guardedLookup(networks: Networks, protocol: string, resolve: Resolve): LookupFunction {
  const resolveChecked = async (hostname: string) => {
    const addresses = await resolve(hostname).catch((cause: unknown) => {
      throw new OutboundError("dns_error", { cause });
    });
    const [first] = addresses;
    if (first === undefined) throw new OutboundError("dns_error");
    const areReachable = addresses.every(({ address }) => networks.mayReach(address, protocol));
    if (!areReachable) throw new OutboundError("blocked_address");
    return { first, addresses };
  };
  return (hostname, { all }, callback) => {
    resolveChecked(hostname).then(
      ({ first, addresses }) =>
        all ? callback(null, [...addresses]) : callback(null, first.address, first.family),
      (fault: unknown) => callback(toOutboundError(fault), ""),
    );
  };
}

/**
 * Text of the body's first bytes. The status decides the outcome: a body that breaks off or hangs changes
 * nothing.
 */
async function readStart(body: Readable): Promise<string> {
  const chunks: Buffer[] = [];
  let size = 0;
  const timer = setTimeout(() => body.destroy(), BODY_MS);
  try {
    for await (const chunk of body) {
      chunks.push(chunk);
      size += chunk.length;
      if (size >= LOGGED_BYTES) break;
    }
  } catch {
    // the received part is enough
  } finally {
    clearTimeout(timer);
  }
  const start = Buffer.concat(chunks).subarray(0, LOGGED_BYTES);
  // `stream` omits a character that was cut in two. PostgreSQL's text cannot contain NUL.
  return new TextDecoder().decode(start, { stream: true }).replaceAll("\0", "\ufffd");
}

async function readWhole(body: Readable, max_bytes: number): Promise<Buffer> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of body) {
    size += chunk.length;
    if (size > max_bytes) throw new OutboundError("response_too_large"); // which also ends the connection
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}

function rethrow(fault: unknown): never {
  throw toOutboundError(fault);
}

/** Sorts what a request, or the reading of its answer, threw. */
export function toOutboundError(fault: unknown): OutboundError {
  if (fault instanceof OutboundError) return fault;
  const { name = "", code = "" } = fault as { name?: unknown; code?: unknown };
  return new OutboundError(codeOf(String(name), String(code)), { cause: fault });
}

const TIMEOUTS = /^(ETIMEDOUT|UND_ERR_(CONNECT|HEADERS|BODY)_TIMEOUT)$/;
const REFUSALS = /^(ECONNREFUSED|EHOSTUNREACH|ENETUNREACH|EADDRNOTAVAIL)$/;
const TLS_FAULTS =
  /^(ERR_TLS_|ERR_SSL_|CERT_|CRL_|UNABLE_TO_|DEPTH_ZERO_|SELF_SIGNED_|HOSTNAME_|INVALID_|EPROTO)/;

function codeOf(name: string, code: string): OutboundFault {
  if (name === "TimeoutError" || name === "AbortError" || TIMEOUTS.test(code)) return "timeout";
  if (REFUSALS.test(code)) return "connection_refused";
  if (TLS_FAULTS.test(code)) return "tls_error";
  return code === "UND_ERR_HEADERS_OVERFLOW" ? "response_too_large" : "connection_reset";
}

function refusal({ allowsHttp, mayReach }: Networks, text: string): string | undefined {
  if (text.length > MAX_URL_LENGTH) return `url must be at most ${MAX_URL_LENGTH} characters`;
  if (!/^https?:\/\/[^\s\\]+$/i.test(text) || !URL.canParse(text)) return "url must be an absolute https URL";
  const { protocol, hostname, username, password } = new URL(text);
  if (protocol === "http:" && !allowsHttp) return "url must begin with https://";
  if (username !== "" || password !== "") return "url must not contain a user name or a password";
  if (text.includes("#")) return "url must not contain a fragment (#)";
  const host = hostname.replace(/^\[|\]$/g, "");
  if (isIP(host) === 0 || mayReach(host, protocol)) return undefined;
  return mayReach(host, "https:")
    ? "url must begin with https:// for this address"
    : "url must not point to a private network; an operator allows one with ASSAY_ALLOW_NETWORKS";
}
