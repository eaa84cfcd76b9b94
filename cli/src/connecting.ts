import { Assay } from "@assay/sdk/assay.ts";
import { type Client, type ClientOptions, createClient } from "@assay/sdk/client.ts";
import { type Terminal, UsageError } from "./command.ts";

/**
 * Creates a client for `ASSAY_BASE_URL` with the key in `ASSAY_API_KEY`. Its methods throw a clear error if nothing
 * responds there.
 */
export function connectTo(terminal: Terminal): Client {
  return createClient(settingsOf(terminal));
}

/** The same client with a method for each operation. */
export function assayAt(terminal: Terminal): Assay {
  return new Assay(settingsOf(terminal));
}

function settingsOf({ env }: Terminal): ClientOptions {
  const apiKey = env.ASSAY_API_KEY;
  if (!apiKey) throw new UsageError("ASSAY_API_KEY is not set: set it to your API key");
  const baseUrl = env.ASSAY_BASE_URL || "http://localhost:8080";
  const fetchOrTell: typeof fetch = (request, init) =>
    fetch(request, init).catch((fault: unknown) => {
      throw isUnreachable(fault) ? new Error(noAnswer(baseUrl), { cause: fault }) : fault;
    });
  return { baseUrl, apiKey, fetch: fetchOrTell };
}

const UNREACHABLE =
  /^(ECONNREFUSED|ENOTFOUND|EAI_AGAIN|EHOSTUNREACH|ENETUNREACH|ETIMEDOUT|UND_ERR_CONNECT_TIMEOUT)$/;

/** An error of `fetch` has the socket's error as its cause. */
function isUnreachable(fault: unknown): boolean {
  const cause = fault instanceof TypeError ? fault.cause : undefined;
  return cause instanceof Error && "code" in cause && UNREACHABLE.test(String(cause.code));
}

function noAnswer(baseUrl: string): string {
  return `no service answers at ${baseUrl}: start it, or set ASSAY_BASE_URL to its address`;
}
