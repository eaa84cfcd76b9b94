import { setTimeout as sleep } from "node:timers/promises";
import { type Client, createClient } from "@assay/sdk/client.ts";
import { pick, type Random } from "../tour/random.ts";

/** The maximum duration of any request, as that of the load balancer. */
const ANSWER_MS = 300_000;
const AFTER_FAULT_MS = 500;

/** The outcomes of a run's requests. */
export interface Diary {
  requests: number;
  /** By status, or `no answer`. */
  readonly answers: Map<string, number>;
  /** Repeats that got the result of the first request. */
  replays: number;
  /** How often people had to sign in again. */
  signIns: number;
  /** Requests that wait before they are sent again. */
  waiting: number;
  /** Requests with 503 or without an answer although nothing was down: a starved machine may have them. */
  readonly refusals: string[];
  /** Responses that should never occur. */
  readonly faults: string[];
  /** After this moment (of `Date.now()`) no request is repeated any more. */
  patientUntil: number;
}

export function createDiary(): Diary {
  return {
    requests: 0,
    answers: new Map(),
    replays: 0,
    signIns: 0,
    waiting: 0,
    refusals: [],
    faults: [],
    patientUntil: Number.POSITIVE_INFINITY,
  };
}

/** Where requests are sent. */
export interface Target {
  readonly name: string;
  readonly origin: string;
  /** Whether it or what it needs was down at some moment from `from` until `to`. */
  readonly wasDown: (from: number, to: number) => boolean;
}

interface Surroundings {
  readonly apis: readonly [Target, ...Target[]];
  readonly random: Random;
}

/**
 * A `fetch` for APIs that come and go: repeats requests without a response, and after 429, 503 and
 * `idempotency_in_progress`, to any of the APIs, with the same headers. Counts outcomes in `diary`.
 */
export function createCarefulFetch({ apis, random }: Surroundings, diary: Diary): typeof fetch {
  return async (input, init) => {
    const request = new Request(input, init);
    const body = request.body === null ? null : await request.arrayBuffer();
    const { pathname, search } = new URL(request.url);
    const sent = { method: request.method, headers: request.headers, path: `${pathname}${search}`, body };
    for (;;) {
      const answer = await sendOnce(pick(random, apis), sent, diary);
      const waitMs = answer === undefined ? AFTER_FAULT_MS : await msToWait(answer);
      if (answer !== undefined && waitMs === undefined) return answer;
      if (Date.now() > diary.patientUntil)
        throw new Error(`${sent.method} ${sent.path}: no answer in the end`);
      diary.waiting += 1;
      await sleep(waitMs);
      diary.waiting -= 1;
    }
  };
}

/** The SDK's client with a careful `fetch` and an API key. */
export function createCarefulClient(baseUrl: string, apiKey: string, careful: typeof fetch): Client {
  return createClient({ baseUrl, apiKey, fetch: careful });
}

interface Sent {
  readonly method: string;
  readonly headers: Headers;
  readonly path: string;
  readonly body: ArrayBuffer | null;
}

/** The complete response; undefined if there is none. */
async function sendOnce(api: Target, { path, ...init }: Sent, diary: Diary): Promise<Response | undefined> {
  const begun = Date.now();
  const name = `${init.method} ${path} (${api.name})`;
  diary.requests += 1;
  try {
    const signal = AbortSignal.timeout(ANSWER_MS);
    const answer = await fetch(`${api.origin}${path}`, { ...init, signal });
    const bytes = await answer.arrayBuffer();
    count(diary, String(answer.status));
    const isRefused = answer.status === 503 || isOfProxy(answer);
    if (isRefused && !api.wasDown(begun, Date.now())) diary.refusals.push(`${name}: ${answer.status}`);
    if (isOfProxy(answer)) return undefined;
    if (answer.headers.get("idempotent-replayed") === "true") diary.replays += 1;
    if (answer.status >= 500 && answer.status !== 503) {
      diary.faults.push(
        `${name}: ${answer.status} ${Buffer.from(bytes)} ${answer.headers.get("x-request-id")}`,
      );
    }
    return new Response(answer.status === 204 ? null : bytes, answer);
  } catch (fault) {
    count(diary, "no answer");
    const cause = fault instanceof Error ? (fault.cause ?? fault) : fault;
    if (!api.wasDown(begun, Date.now())) diary.refusals.push(`${name}: ${cause}`);
    return undefined;
  }
}

/** A load balancer's own answer that it got none from the service, whose answers all have an id. */
function isOfProxy(answer: Response): boolean {
  return [502, 504].includes(answer.status) && !answer.headers.has("x-request-id");
}

function count({ answers }: Diary, kind: string): void {
  answers.set(kind, (answers.get(kind) ?? 0) + 1);
}

/** Undefined if the response needs no repeat. */
async function msToWait(answer: Response): Promise<number | undefined> {
  const isBusy = answer.status === 409 && (await answer.clone().text()).includes("idempotency_in_progress");
  if (!isBusy && answer.status !== 429 && answer.status !== 503) return undefined;
  return 1_000 * Number(answer.headers.get("retry-after") ?? 1);
}
