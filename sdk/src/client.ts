import createFetchClient, {
  type ClientPathsWithMethod,
  type Client as FetchClient,
  type MaybeOptionalInit,
  type MethodResponse,
  type ParseAs,
} from "openapi-fetch";
import { ApiError } from "./api-error.ts";
import type { paths } from "./schema.ts";

export interface ClientOptions {
  /** The address of the service without `/v1`, such as `http://localhost:8080`. */
  readonly baseUrl: string;
  readonly apiKey: string;
  /** Replaces the global `fetch`. */
  readonly fetch?: typeof fetch;
}

type Method = "get" | "put" | "post" | "patch" | "delete";
type PathOf<M extends Method> = ClientPathsWithMethod<FetchClient<paths>, M>;
type Init<M extends Method, Path extends PathOf<M>> = MaybeOptionalInit<paths[Path], M>;

export interface Success<Data> {
  /** The body: parsed JSON, or the type named by `parseAs`. */
  readonly data: Data;
  readonly response: Response;
}

type Call<M extends Method> = <Path extends PathOf<M>, As extends ParseAs = "json">(
  path: Path,
  ...init: undefined extends Init<M, Path>
    ? [init?: Init<M, Path> & { readonly parseAs?: As }]
    : [init: Init<M, Path> & { readonly parseAs?: As }]
) => Promise<Success<MethodResponse<FetchClient<paths>, M, Path, { parseAs: As }>>>;

export interface Client {
  readonly GET: Call<"get">;
  readonly PUT: Call<"put">;
  readonly POST: Call<"post">;
  readonly PATCH: Call<"patch">;
  readonly DELETE: Call<"delete">;
}

/** How often a request is retried after a 429 or 503. */
const RETRIES = 4;
const LONGEST_WAIT_S = 120;

/**
 * Creates a typed client of the service. Its methods throw ApiError for every error response. After a 429 or 503 the
 * client waits as long as `Retry-After` says, and retries up to four times. Each POST carries an `Idempotency-Key`
 * that its retries share, so that it takes effect once. A submit with a `client_id` takes effect once without the key,
 * and the service stores only submits without a key in groups, which is faster.
 */
export function createClient({ baseUrl, apiKey, fetch = globalThis.fetch }: ClientOptions): Client {
  const client = createFetchClient<paths>({ baseUrl, fetch, headers: { authorization: `Bearer ${apiKey}` } });
  const call = <M extends Method>(method: M): Call<M> => {
    const send = async (path: string, init: RequestOptions = {}) => {
      const needsKey = method === "post" && !(path === SUBMIT && init.body?.client_id);
      const headers = needsKey ? { "idempotency-key": crypto.randomUUID(), ...init.headers } : init.headers;
      return persist(() => client.request(method, path as never, { ...init, headers } as never));
    };
    // the parameters and the result have openapi-fetch's types; the code between them does not depend on the path
    return send as Call<M>;
  };
  return {
    GET: call("get"),
    PUT: call("put"),
    POST: call("post"),
    PATCH: call("patch"),
    DELETE: call("delete"),
  };
}

const SUBMIT: PathOf<"post"> = "/v1/tasks/{id}/submit";

interface RequestOptions {
  readonly body?: { readonly client_id?: string };
  readonly headers?: Readonly<Record<string, string>>;
}

interface Answer {
  readonly data?: unknown;
  readonly error?: unknown;
  readonly response: Response;
}

async function persist(send: () => Promise<Answer>): Promise<Answer> {
  for (let retries = 0; ; retries += 1) {
    const answer = await send();
    if (answer.response.ok) return answer;
    const seconds = secondsToWait(answer.response);
    if (seconds === undefined || retries === RETRIES) throw new ApiError(answer.response, answer.error);
    await new Promise((resolve) => setTimeout(resolve, seconds * 1_000));
  }
}

function secondsToWait({ status, headers }: Response): number | undefined {
  if (status !== 429 && status !== 503) return undefined;
  const seconds = Number(headers.get("retry-after") ?? Number.NaN);
  return seconds >= 0 && seconds <= LONGEST_WAIT_S ? seconds : undefined;
}
