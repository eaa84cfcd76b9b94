import { hash } from "node:crypto";
import { buffer } from "node:stream/consumers";
import type { Client } from "@assay/sdk/client.ts";
import yazl from "yazl";
import type { Photograph } from "./truth.ts";
import { until } from "./waiting.ts";

interface NamedFile {
  readonly filename: string;
  readonly bytes: Buffer<ArrayBuffer>;
}

/** Uploads the photographs in four ways: as the body itself, inline, in a form and in a zip. Gives the uploads' ids. */
export async function uploadPhotographs(
  client: Client,
  photographs: readonly Photograph[],
): Promise<string[]> {
  const files = await Promise.all(
    photographs.map(async ({ filename, read }) => ({ filename, bytes: Buffer.from(await read()) })),
  );
  const ids = await Promise.all([
    ...files.slice(0, 1).map((file) => uploadBody(client, file, "image/jpeg")),
    uploadInline(client, files.slice(1, 5)),
    uploadForm(client, files.slice(5, 25)),
    uploadZip(client, files.slice(25)),
  ]);
  return Promise.all(ids.map((id) => untilReady(client, id)));
}

/** Uploads a JSONL file, each line of which becomes an item. Gives the upload's id. */
export async function uploadLines(client: Client, filename: string, lines: string): Promise<string> {
  const id = await uploadBody(client, { filename, bytes: Buffer.from(lines) }, "application/x-ndjson");
  return untilReady(client, id);
}

async function uploadBody(
  client: Client,
  { filename, bytes }: NamedFile,
  contentType: string,
): Promise<string> {
  const headers = {
    "content-type": contentType,
    "content-disposition": `attachment; filename="${filename}"`,
    "content-digest": `sha-256=:${hash("sha256", bytes, "base64")}:`,
  };
  const { data } = await client.POST("/v1/uploads", { body: filename, bodySerializer: () => bytes, headers });
  return data.id;
}

async function uploadInline(client: Client, files: readonly NamedFile[]): Promise<string> {
  const inline = files.map(({ filename, bytes }) => ({ filename, content_base64: bytes.toString("base64") }));
  const { data } = await client.POST("/v1/uploads", { body: { files: inline } });
  return data.id;
}

async function uploadForm(client: Client, files: readonly NamedFile[]): Promise<string> {
  const form = new FormData();
  for (const { filename, bytes } of files) form.append("file", new Blob([bytes]), filename);
  const body = { file: files.map(({ filename }) => filename) };
  const { data } = await client.POST("/v1/uploads", { body, bodySerializer: () => form });
  return data.id;
}

async function uploadZip(client: Client, files: readonly NamedFile[]): Promise<string> {
  const zip = new yazl.ZipFile();
  for (const { filename, bytes } of files) zip.addBuffer(bytes, `photographs/${filename}`);
  zip.end();
  const bytes = Buffer.from(await buffer(zip.outputStream));
  return uploadBody(client, { filename: "photographs.zip", bytes }, "application/zip");
}

/** Archives and long lists are read by the worker. */
async function untilReady(client: Client, id: string): Promise<string> {
  return until({ what: "an upload's files", withinMs: 30_000 }, async () => {
    const { data } = await client.GET("/v1/uploads/{id}", { params: { path: { id } } });
    if (data.status === "ready") return id;
    if (data.status === "processing") return undefined;
    throw new Error(`the upload ${id} is ${data.status}: ${data.error?.message}`);
  });
}
