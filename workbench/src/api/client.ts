import { createClient } from "@assay/sdk/client.ts";
import { strings } from "#strings/api.ts";
import { bearer, forgetBearer } from "./session.ts";

/**
 * The public API, as the person who is signed in. A request whose token has run out is sent once more with a new
 * one; without a session it throws the API's 401, and `onSignedOut` of the session is told.
 */
export const api = createClient({ baseUrl: location.origin, apiKey: "", fetch: sendSigned });

async function sendSigned(input: RequestInfo | URL, init?: RequestInit): Promise<Response> {
  const request = new Request(input, init);
  const repeat = request.clone();
  const answer = await reach(await signed(request));
  if (answer.status !== 401) return answer;
  forgetBearer();
  return reach(await signed(repeat));
}

/** `fetch` whose TypeError, which tells that nothing came back, says so in words for people. */
async function reach(request: Request): Promise<Response> {
  try {
    return await fetch(request);
  } catch (cause) {
    throw cause instanceof TypeError ? new TypeError(strings.unreached, { cause }) : cause;
  }
}

async function signed(request: Request): Promise<Request> {
  request.headers.set("authorization", `Bearer ${await bearer()}`);
  return request;
}
