import { type Client, createClient } from "@assay/sdk/client.ts";
import { type Terminal, UsageError } from "./command.ts";

/** A client of the service that `ASSAY_BASE_URL` names, with the key in `ASSAY_API_KEY`. */
export function connectTo({ env }: Terminal): Client {
  const apiKey = env.ASSAY_API_KEY;
  if (!apiKey) throw new UsageError("ASSAY_API_KEY is not set: put your API key there");
  return createClient({ baseUrl: env.ASSAY_BASE_URL || "http://localhost:8080", apiKey });
}
