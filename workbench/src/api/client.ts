import { createClient } from "@assay/sdk/client.ts";
import { reach } from "./reach.ts";
import { bearer, forgetBearer } from "./session.ts";

/**
 * The public API with the token of the signed-in member. Repeats a request once with a new token if the token has
 * expired. Throws SignedOut without a session.
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

async function signed(request: Request): Promise<Request> {
  request.headers.set("authorization", `Bearer ${await bearer()}`);
  return request;
}
