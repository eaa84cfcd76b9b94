import { cutMiddle } from "@assay/domain/errors.ts";
import Type, { type Static } from "typebox";
import Value from "typebox/value";
import type { Deps } from "../deps.ts";
import { OutboundError } from "../platform/network/outbound.ts";
import { type Fault, MOST_ANSWER_BYTES, outboundFault, statusFault } from "./ask-http.ts";
import type { ModelRow } from "./store.ts";

const orNull = <T extends Type.TSchema>(schema: T) => Type.Optional(Type.Union([schema, Type.Null()]));

/** As many as `usage` of a prediction may tell. */
const Tokens = Type.Integer({ minimum: 0, maximum: 1_000_000_000 });

/** What is read of a chat completion. Servers add much to it, and leave much out. */
const Completion = Type.Object({
  choices: Type.Array(
    Type.Object({
      finish_reason: orNull(Type.String()),
      message: Type.Object({ content: orNull(Type.String()), refusal: orNull(Type.String()) }),
      logprobs: orNull(Type.Object({ content: orNull(Type.Array(Type.Object({ logprob: Type.Number() }))) })),
    }),
    { minItems: 1 },
  ),
  usage: orNull(Type.Object({ prompt_tokens: Tokens, completion_tokens: Tokens })),
});
export type Completion = Static<typeof Completion>;

/**
 * Sends a chat to a model of kind `openai` once. Nothing of the environment of this process, such as a key of its operator, goes along,
 * and the request is guarded as all that leave Assay.
 */
export async function chat(
  { outbound, secrets }: Pick<Deps, "outbound" | "secrets">,
  { url, secret_encrypted }: ModelRow,
  body: object,
  timeout_ms: number,
): Promise<Completion | Fault> {
  const { default: OpenAI, APIError } = await import("openai"); // as late as here: few services need its megabytes
  const key = secret_encrypted === null ? undefined : secrets.decrypt(secret_encrypted);
  const headers = {
    "Content-Type": "application/json",
    Accept: "application/json",
    "User-Agent": "assay/1.0 (+models)",
    ...(key !== undefined && { Authorization: `Bearer ${key}` }),
  };
  const client = new OpenAI({
    baseURL: url ?? "",
    apiKey: key ?? "none",
    ...{ maxRetries: 0, logLevel: "off" },
    async fetch(address, init) {
      const bounds = { timeout_ms, max_bytes: MOST_ANSWER_BYTES };
      const answer = await outbound.ask(String(address), headers, String(init?.body), bounds);
      return asResponse(answer);
    },
  });
  try {
    const completion: unknown = await client.post("/chat/completions", { body });
    if (Value.Check(Completion, completion)) return completion;
    return { kind: "fault", reason: "the answer of the model is not a chat completion" };
  } catch (fault) {
    if (fault instanceof Error && fault.cause instanceof OutboundError) return outboundFault(fault.cause);
    if (fault instanceof APIError && fault.status !== undefined) {
      // Servers repeat a key that they refuse, and more people read the reason than may know the key.
      const told = cutMiddle(hidden(fault.message.replace(/^\d+ /, ""), key), 300);
      return statusFault(fault.status, fault.headers?.get("retry-after"), told);
    }
    if (fault instanceof SyntaxError)
      return { kind: "fault", reason: "the answer of the model is not valid JSON" };
    throw fault;
  }
}

function hidden(message: string, key: string | undefined): string {
  return key === undefined ? message : message.replaceAll(key, "…");
}

/** Only the headers that the client reads. */
function asResponse({ status, headers, body }: Awaited<ReturnType<Deps["outbound"]["ask"]>>): Response {
  const read = ["content-type", "retry-after"].flatMap((name) => {
    const [value] = [headers[name]].flat();
    return value === undefined ? [] : [[name, value] as [string, string]];
  });
  const isEmpty = status < 200 || [204, 205, 304].includes(status); // for which `Response` takes no body
  return new Response(isEmpty ? null : new Uint8Array(body), {
    status: Math.max(200, status),
    headers: read,
  });
}
