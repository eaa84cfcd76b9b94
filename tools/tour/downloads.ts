import { hash } from "node:crypto";
import { writeFile } from "node:fs/promises";
import type { Client, Success } from "@assay/sdk/client.ts";
import { until } from "./waiting.ts";

const WITHIN_MS = 60_000;

/** The forms in which a certified dataset can be had. */
export interface DatasetQuery {
  readonly format: string;
  readonly bundle?: boolean;
  readonly include?: "media";
}

/** Saves a certified batch's dataset. Throws if its digest does not match its bytes. */
export async function saveDataset(
  client: Client,
  id: string,
  { query, file }: { readonly query: DatasetQuery; readonly file: string },
): Promise<void> {
  const params = { path: { id }, query };
  const answer = await until({ what: file, withinMs: WITHIN_MS }, async () => {
    const found = await client.GET("/v1/batches/{id}/download", { params, parseAs: "arrayBuffer" });
    return found.response.status === 200 ? found : undefined; // 202: it is being built
  });
  await save(answer, file);
}

/** Exports a batch in work and saves the export. */
export async function saveExport(
  client: Client,
  body: { readonly batch_id: string; readonly format: string },
  file: string,
): Promise<void> {
  const { data: asked } = await client.POST("/v1/exports", { body });
  const params = { path: { id: asked.id } };
  const built = await until({ what: "the export", withinMs: WITHIN_MS }, async () => {
    const { data: found } = await client.GET("/v1/exports/{id}", { params });
    if (found.status === "failed") throw new Error(`the export failed: ${found.error}`);
    return found.status === "ready" ? found : undefined;
  });
  if (built.batch_status !== "processing")
    throw new Error(`the batch was ${built.batch_status} when exported`);
  const answer = await client.GET("/v1/exports/{id}/download", { params, parseAs: "arrayBuffer" });
  const certified = answer.response.headers.get("x-assay-certified");
  if (certified !== "false") throw new Error("an export passes for certified");
  await save(answer, file);
}

async function save({ data, response }: Success<ArrayBuffer>, file: string): Promise<void> {
  const bytes = Buffer.from(data);
  const digest = `sha-256=:${hash("sha256", bytes, "base64")}:`;
  const announced = response.headers.get("repr-digest");
  if (announced !== digest) throw new Error(`${file} has the digest ${digest}, announced was ${announced}`);
  await writeFile(file, bytes);
}
