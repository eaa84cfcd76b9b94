import { ServiceError } from "@assay/domain/errors.ts";
import type { FastifyInstance, FastifyRequest } from "fastify";

/** Named arguments of a tool, as the client sent them: the route of the API that gets them validates them. */
export type Arguments = Readonly<Record<string, unknown>>;

/** A request to the API. */
export interface ApiRequest {
  readonly method: "GET" | "POST" | "DELETE";
  /** From `/v1` on, without a query. */
  readonly path: string;
  readonly query?: Arguments;
  readonly body?: unknown;
}

/** Sends a request and returns the body of a successful response; throws `Refused` for any other. */
export type CallApi = (request: ApiRequest) => Promise<unknown>;

/** The API refused a request; the message is the API's. */
export class Refused extends Error {
  override readonly name = "Refused";
}

/**
 * Requests to the API of `app` for the caller of `request`, with the caller's own key and address, so that they pass every
 * check that a request from outside passes: scopes, limits, validation, the log and the audit log.
 */
export function apiOf(app: FastifyInstance, request: FastifyRequest): CallApi {
  const { authorization, "idempotency-key": idempotencyKey } = request.headers;
  return async ({ method, path, query, body }) => {
    const response = await app.inject({
      method,
      path,
      remoteAddress: request.ip,
      headers: {
        "x-request-id": request.id,
        ...(authorization !== undefined && { authorization }),
        ...(method === "POST" && idempotencyKey !== undefined && { "idempotency-key": idempotencyKey }),
        ...(body !== undefined && { "content-type": "application/json" }),
      },
      ...(query !== undefined && { query: new URLSearchParams(textsOf(query)).toString() }),
      ...(body !== undefined && { payload: JSON.stringify(body) }),
    });
    if (response.statusCode < 300) return response.body === "" ? null : response.json();
    const { error, message }: { error: string; message: string } = response.json();
    throw new Refused(`${error}: ${message}`);
  };
}

function textsOf(query: Arguments): [string, string][] {
  return Object.entries(query).map(([name, value]) => [name, String(value)]);
}

/** The id in an argument; throws `invalid_request` for anything that could change the path of a request. */
export function idOf(given: Arguments, name: string): string {
  const id = given[name];
  if (typeof id === "string" && /^\w{1,50}$/.test(id)) return id;
  throw new ServiceError("invalid_request", `${name} must be an id, such as ${name.split("_", 1)[0]}_01JD…`);
}

/** The arguments without one. */
export function without(given: Arguments, name: string): Arguments {
  return Object.fromEntries(Object.entries(given).filter(([key]) => key !== name));
}
