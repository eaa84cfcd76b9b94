import type {
  ClientPathsWithMethod,
  Client as FetchClient,
  MaybeOptionalInit,
  MethodResponse,
  ParseAs,
} from "openapi-fetch";
import { ApiError } from "./api-error.ts";
import type { paths } from "./schema.ts";
import {
  createTransport,
  type RawBody,
  type Call as TransportCall,
  type TransportOptions,
} from "./transport.ts";

export type ClientOptions = Pick<TransportOptions, "baseUrl" | "apiKey" | "fetch">;

type Method = "get" | "put" | "post" | "patch" | "delete";
type PathOf<M extends Method> = ClientPathsWithMethod<FetchClient<paths>, M>;
type Init<M extends Method, Path extends PathOf<M>> = WithoutIgnored<MaybeOptionalInit<paths[Path], M>>;

/** Without the options of `fetch` and openapi-fetch that the transport would ignore. */
type WithoutIgnored<T> = T extends undefined ? T : Omit<T, Ignored>;
type Ignored =
  | Exclude<keyof RequestInit, keyof RequestInitOfPath>
  | "baseUrl"
  | "fetch"
  | "middleware"
  | "pathSerializer"
  | "querySerializer";

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

/**
 * Creates a client whose methods take the paths of the API, with the types of `openapi.json`. The workbench and the
 * command-line client use it; the package's `Assay` has a method for each operation instead. Its methods throw ApiError
 * for every error response. They retry only what the service refused for a while: a 429 or 503 with `Retry-After`.
 */
export function createClient(options: ClientOptions): Client {
  const send = createTransport({ ...options, isTransient: isRefusedForNow });
  const call = <M extends Method>(method: M): Call<M> => {
    const request = (path: string, init: RequestInitOfPath = {}) => {
      const { params = {}, headers, signal, keepalive, parseAs = "json" } = init;
      const where = { method: method.toUpperCase(), path, params: params.path, query: params.query };
      return send({ ...where, headers, signal, keepalive, ...contentOf(init) }, async (response) => ({
        data: await read(response, parseAs),
        response,
      }));
    };
    // the parameters and the result have openapi-fetch's types; the code between them does not depend on the path
    return request as Call<M>;
  };
  return {
    GET: call("get"),
    PUT: call("put"),
    POST: call("post"),
    PATCH: call("patch"),
    DELETE: call("delete"),
  };
}

interface RequestInitOfPath {
  readonly params?: { readonly path?: Record<string, unknown>; readonly query?: Record<string, unknown> };
  readonly body?: unknown;
  readonly bodySerializer?: (body: unknown) => RawBody;
  readonly headers?: Readonly<Record<string, string>>;
  readonly signal?: AbortSignal;
  readonly keepalive?: boolean;
  readonly parseAs?: ParseAs;
}

function contentOf({ body, bodySerializer }: RequestInitOfPath): Pick<TransportCall, "json" | "body"> {
  if (bodySerializer !== undefined) return { body: bodySerializer(body) };
  return body instanceof FormData ? { body } : { json: body };
}

async function read(response: Response, parseAs: ParseAs): Promise<unknown> {
  if (response.status === 204) return undefined;
  return parseAs === "stream" ? response.body : response[parseAs]();
}

function isRefusedForNow(failure: unknown): boolean {
  return (
    failure instanceof ApiError &&
    (failure.status === 429 || failure.status === 503) &&
    failure.headers.has("retry-after")
  );
}
