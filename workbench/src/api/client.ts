import { createClient } from "@assay/sdk/client.ts";
import { reach } from "./reach.ts";
import { bearer, forgetBearer } from "./session.ts";

/**
 * The public API, as the person who is signed in. A request whose token has expired is sent once more with a new one.
 * Without a session a request throws SignedOut.
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
