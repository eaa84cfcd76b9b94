import { createClient } from "@assay/sdk/client.ts";
import { bearer, forgetBearer } from "../session/session.ts";

/**
 * The public API, as the person who is signed in. A request whose token has run out is sent once more with a new
 * one; without a session it throws the API's 401, and `onSignedOut` of the session is told.
 */
export const api = createClient({ baseUrl: location.origin, apiKey: "", fetch: sendSigned });

async function sendSigned(input: RequestInfo | URL, init?: RequestInit): Promise<Response> {
  const request = new Request(input, init);
  const repeat = request.clone();
  const answer = await fetch(await signed(request));
  if (answer.status !== 401) return answer;
  forgetBearer();
  return fetch(await signed(repeat));
}

async function signed(request: Request): Promise<Request> {
  request.headers.set("authorization", `Bearer ${await bearer()}`);
  return request;
}
