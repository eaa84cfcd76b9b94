import { ServiceError } from "@assay/domain/errors.ts";
import type { Deps } from "../deps.ts";
import type { Usage } from "../platform/database/answer-tables.ts";
import { parseJson } from "../platform/http/json.ts";
import { OutboundError } from "../platform/network/outbound.ts";
import { signedHeaders } from "../webhooks/sending/sign.ts";
import type { ModelRow } from "./store.ts";

/** The largest answer of a model that is read. */
export const MOST_ANSWER_BYTES = 8 * 1024 * 1024;

/** Why a request has no answer. */
export interface Fault {
  readonly kind: "fault";
  readonly reason: string;
  /** Whether the model took longer than it may. */
  readonly isLate?: boolean;
  /** As the model's server asks for. */
  readonly retry_after_ms?: number;
  /** Of those parts of the request that were answered. */
  readonly usage?: Usage;
}

/** What a model answered: a JSON value, the promise of a later reply, or why there is none. */
export type Reply = { readonly kind: "answer"; readonly value: unknown } | { readonly kind: "later" } | Fault;

/** Why a request had no answer, for people. */
const FAULTS: Readonly<Record<OutboundError["code"], string>> = {
  timeout: "the model did not answer in time",
  dns_error: "the name of the model's server was not found",
  connection_refused: "the model's server refused the connection",
  connection_reset: "the model's server broke the connection off",
  tls_error: "the certificate of the model's server is not valid",
  blocked_address: "the model's server is in a private network that the operator does not allow",
  response_too_large: `the answer of the model is larger than ${MOST_ANSWER_BYTES / 1024 / 1024} MiB`,
};

/**
 * Posts a body to a model of kind `http`, signed as webhooks are. `id` stays the same when the same is sent again, so that the model
 * can tell.
 */
export async function askHttp(
  { outbound, secrets, now }: Pick<Deps, "outbound" | "secrets" | "now">,
  model: ModelRow,
  id: string,
  value: object,
  timeout_ms: number = model.timeout_ms,
): Promise<Reply> {
  const { url, secret_encrypted } = model;
  if (url === null || secret_encrypted === null) return { kind: "fault", reason: "the model has no url" };
  const body = JSON.stringify(value);
  const headers = signed(secrets.decrypt(secret_encrypted), id, body, now());
  try {
    const answer = await outbound.ask(url, headers, body, { timeout_ms, max_bytes: MOST_ANSWER_BYTES });
    return read(answer);
  } catch (fault) {
    if (!(fault instanceof OutboundError)) throw fault;
    return outboundFault(fault);
  }
}

/** The fault of a request that no answer came to. */
export function outboundFault({ code }: OutboundError): Fault {
  return { kind: "fault", reason: FAULTS[code], isLate: code === "timeout" };
}

/** The fault of an answer with another status than 200. `told`: what the server says. */
export function statusFault(status: number, retry_after: unknown, told = ""): Fault {
  const said = told === "" ? "" : `: ${told}`;
  if (status >= 300 && status < 400)
    return { kind: "fault", reason: `the model answered ${status}, and Assay follows no redirect` };
  const seconds = Number(retry_after ?? "");
  const wait = Number.isFinite(seconds) && seconds > 0 ? { retry_after_ms: seconds * 1000 } : {};
  return { kind: "fault", reason: `the model answered ${status}${said}`, ...wait };
}

function signed(secret: string, id: string, body: string, now: Date): Record<string, string> {
  const timestamp = Math.floor(now.getTime() / 1000);
  return {
    "Content-Type": "application/json",
    Accept: "application/json",
    "User-Agent": "assay/1.0 (+models)",
    ...signedHeaders([secret], { id, timestamp, body }),
  };
}

function read({ status, headers, body }: Awaited<ReturnType<Deps["outbound"]["ask"]>>): Reply {
  if (status === 202) return { kind: "later" };
  if (status !== 200) return statusFault(status, headers["retry-after"]);
  try {
    return { kind: "answer", value: parseJson(body) };
  } catch (fault) {
    if (!(fault instanceof ServiceError)) throw fault;
    return { kind: "fault", reason: `the answer of the model cannot be read: ${fault.message}` };
  }
}
