import { hash } from "node:crypto";
import { writeFile } from "node:fs/promises";
import type { Client } from "./client.ts";
import { until } from "./waiting.ts";

const WITHIN_MS = 60_000;

interface Export {
  readonly id: string;
  readonly status: string;
  readonly error: string | null;
  readonly batch_status: string | null;
}

/** Saves a certified batch's dataset; `query` says in which form. Throws where its digest is not that of its bytes. */
export async function saveDataset(
  client: Client,
  batch_id: string,
  { query, file }: { readonly query: string; readonly file: string },
): Promise<void> {
  const response = await until({ what: file, withinMs: WITHIN_MS }, async () => {
    const answer = await client.send([200, 202], "GET", `/v1/batches/${batch_id}/download?${query}`);
    return answer.status === 200 ? answer : undefined; // 202: it is being built
  });
  await save(response, file);
}

/** Exports a batch that is being labelled, as it is now, and saves that. */
export async function saveExport(
  client: Client,
  json: { readonly batch_id: string; readonly format: string },
  file: string,
): Promise<void> {
  const { id } = await client.call<Export>([202], "POST", "/v1/exports", { json });
  const built = await until({ what: "the export", withinMs: WITHIN_MS }, async () => {
    const found = await client.call<Export>([200], "GET", `/v1/exports/${id}`);
    if (found.status === "failed") throw new Error(`the export failed: ${found.error}`);
    return found.status === "ready" ? found : undefined;
  });
  const response = await client.send([200], "GET", `/v1/exports/${id}/download`);
  if (response.headers.get("x-assay-certified") !== "false")
    throw new Error("an export passes for certified");
  if (built.batch_status !== "processing")
    throw new Error(`the batch was ${built.batch_status} when exported`);
  await save(response, file);
}

async function save(response: Response, file: string): Promise<void> {
  const bytes = Buffer.from(await response.arrayBuffer());
  const digest = `sha-256=:${hash("sha256", bytes, "base64")}:`;
  const announced = response.headers.get("repr-digest");
  if (announced !== digest) throw new Error(`${file} has the digest ${digest}, announced was ${announced}`);
  await writeFile(file, bytes);
}
