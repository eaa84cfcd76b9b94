import { Readable } from "node:stream";
import type { ReadableStream } from "node:stream/web";
import { cutMiddle, ServiceError } from "@assay/domain/errors.ts";
import type { Outbound } from "../platform/network/outbound.ts";
import { type Asked, hubFault, unreachedHub } from "./hub-faults.ts";

/** Where the Hub is, unless an endpoint is named. */
export const HUB = "https://huggingface.co";

/** The rights to repositories, as they are stored, encrypted. */
export interface HubCredentials {
  readonly token: string;
}

/** Of an answer that is read at once: a page of a listing has less than 1 MiB. */
const ANSWER_BYTES = 16 * 1024 * 1024;
const ANSWER_MS = 120_000;
const FAULT_BYTES = 4 * 1024;
const SAID_CHARACTERS = 300;

/** Requests to the Hub, guarded like all to addresses that callers choose. They throw `invalid_request` or HubBusy. */
export interface HubClient {
  /** What the functions of `@huggingface/hub` take. */
  readonly options: {
    readonly hubUrl: string;
    readonly fetch: typeof fetch;
    readonly accessToken?: string;
  };
  /** The bytes of a file, without a limit. `path` is that of a URL of the Hub. */
  readonly download: (path: string, headers?: Readonly<Record<string, string>>) => Promise<Readable>;
}

/** Connects to the Hub. `fetch` drops the token where a redirect leads to another origin. */
export function connectHub(outbound: Outbound, asked: Asked, token: string | undefined): HubClient {
  const guarded: typeof fetch = async (input, init) => {
    const response = await outbound
      .keep(undefined, () => fetch(input, init))
      .catch((fault: unknown) => {
        throw unreachedHub(fault, asked);
      });
    if (response.ok) return response;
    throw hubFault(response, await errorIn(response), asked);
  };
  return {
    options: {
      hubUrl: asked.origin,
      async fetch(input, init) {
        const signal = AbortSignal.any([
          AbortSignal.timeout(ANSWER_MS),
          ...(init?.signal ? [init.signal] : []),
        ]);
        const isUpload = init?.method === "PUT"; // takes as long as its bytes need
        return bounded(await guarded(input, isUpload ? init : { ...init, signal }));
      },
      ...(token !== undefined && { accessToken: token }),
    },
    async download(path, headers = {}) {
      const { body } = await guarded(`${asked.origin}${path}`, {
        headers: { ...headers, ...(token !== undefined && { authorization: `Bearer ${token}` }) },
      });
      if (body === null) throw new Error("the Hub sent no body");
      // The types of the two declarations of web streams differ; safe: `fetch` of Node makes its own.
      return Readable.fromWeb(body as ReadableStream);
    },
  };
}

/** The same response, with an error instead of the bytes above the limit. */
function bounded(response: Response): Response {
  let size = 0;
  const limit = new TransformStream<Uint8Array, Uint8Array>({
    transform(chunk, controller) {
      size += chunk.length;
      if (size <= ANSWER_BYTES) controller.enqueue(chunk);
      else controller.error(new ServiceError("invalid_request", "the answer of the Hub is too large"));
    },
  });
  const { status, headers, body } = response;
  return new Response(body?.pipeThrough(limit) ?? null, { status, headers });
}

/** What the Hub says of a refusal; empty if it says nothing that can be read. */
async function errorIn({ body }: Response): Promise<string> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  try {
    for await (const chunk of body ?? []) {
      chunks.push(chunk);
      size += chunk.length;
      if (size > FAULT_BYTES) break;
    }
    const { error }: { error?: unknown } = JSON.parse(Buffer.concat(chunks).toString());
    return typeof error === "string" ? cutMiddle(error, SAID_CHARACTERS) : "";
  } catch {
    return "";
  }
}
