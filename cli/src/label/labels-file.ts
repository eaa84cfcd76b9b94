import { rename, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { Readable } from "node:stream";
import { setTimeout as sleep } from "node:timers/promises";
import type { Format } from "@assay/domain/formats/format.ts";
import type { Client } from "@assay/sdk/client.ts";

const POLL_MS = 100;

/** The name of the file: `labels.coco.json`, or `labels.yolo.zip` for formats with several files. */
export function nameOfLabels({ name, extension, single }: Format): string {
  return `labels.${single ? extension : `${name}.zip`}`;
}

/** Writes all labels of a project to `name` in `folder`, by renaming, so that the file is always complete. */
export async function writeLabels(
  client: Client,
  { project_id, format, folder, name }: LabelsFile,
): Promise<void> {
  const { data: begun } = await client.POST("/v1/exports", { body: { project_id, format } });
  const part = join(folder, `.${name}.part`);
  try {
    const content = await contentOf(client, begun.id);
    await writeFile(
      part,
      format.startsWith("coco") ? await withOwnNames(content) : Readable.fromWeb(content),
    );
    await rename(part, join(folder, name));
  } catch (fault) {
    await rm(part, { force: true });
    throw fault;
  } finally {
    // otherwise the data folder keeps a copy of every written file
    await client.DELETE("/v1/exports/{id}", { params: { path: { id: begun.id } } });
  }
}

/** The target and the format of the labels. */
export interface LabelsFile {
  readonly project_id: string;
  readonly format: string;
  readonly folder: string;
  readonly name: string;
}

async function contentOf(client: Client, id: string) {
  const params = { path: { id } };
  for (;;) {
    const { data } = await client.GET("/v1/exports/{id}", { params });
    if (data.status === "failed") throw new Error(`the labels could not be exported: ${data.error}`);
    if (data.status === "ready") break;
    await sleep(POLL_MS);
  }
  const { data } = await client.GET("/v1/exports/{id}/download", { params, parseAs: "stream" });
  if (data === null) throw new Error("the export has no content");
  return data;
}

/** Replaces the unique image names of the export by the paths in the folder. */
async function withOwnNames(content: ReadableStream<Uint8Array>): Promise<string> {
  const dataset: Coco = JSON.parse(await new Response(content).text());
  const images = dataset.images.map((image) => ({ ...image, file_name: image.original_file_name }));
  return `${JSON.stringify({ ...dataset, images }, null, 1)}\n`;
}

interface Coco {
  readonly images: readonly { readonly file_name: string; readonly original_file_name: string }[];
}
