import { hash } from "node:crypto";
import { buffer } from "node:stream/consumers";
import yazl from "yazl";
import type { Client } from "./client.ts";
import type { Photograph } from "./truth.ts";
import { until } from "./waiting.ts";

const PATIENCE = { what: "an upload's files", withinMs: 30_000 };

interface Upload {
  readonly id: string;
  readonly status: string;
  readonly file_count: number;
  readonly error: unknown;
}

interface NamedFile {
  readonly filename: string;
  readonly bytes: Buffer<ArrayBuffer>;
}

/** Uploads the photographs in four ways: a form, a zip archive, inline JSON and the body itself. Gives the upload ids. */
export async function uploadPhotographs(
  client: Client,
  photographs: readonly Photograph[],
): Promise<string[]> {
  const files = await Promise.all(
    photographs.map(async ({ filename, read }) => ({ filename, bytes: Buffer.from(await read()) })),
  );
  const half = Math.ceil((files.length - 3) / 2);
  const uploads = await Promise.all([
    ...files.slice(0, 1).map((file) => uploadBody(client, file, "image/jpeg")),
    uploadInline(client, files.slice(1, 3)),
    uploadForm(client, files.slice(3, 3 + half)),
    uploadZip(client, files.slice(3 + half)),
  ]);
  return Promise.all(uploads.map(({ id }) => untilReady(client, id)));
}

/** Uploads a JSONL file, each line of which becomes an item. Gives the upload's id. */
export async function uploadLines(client: Client, filename: string, lines: string): Promise<string> {
  const { id } = await uploadBody(client, { filename, bytes: Buffer.from(lines) }, "application/x-ndjson");
  return untilReady(client, id);
}

function uploadBody(client: Client, { filename, bytes }: NamedFile, contentType: string): Promise<Upload> {
  const headers = {
    "content-type": contentType,
    "content-disposition": `attachment; filename="${filename}"`,
    "content-digest": `sha-256=:${hash("sha256", bytes, "base64")}:`,
  };
  return client.call([201], "POST", "/v1/uploads", { body: bytes, headers });
}

function uploadInline(client: Client, files: readonly NamedFile[]): Promise<Upload> {
  const inline = files.map(({ filename, bytes }) => ({ filename, content_base64: bytes.toString("base64") }));
  return client.call([201], "POST", "/v1/uploads", { json: { files: inline } });
}

function uploadForm(client: Client, files: readonly NamedFile[]): Promise<Upload> {
  const form = new FormData();
  for (const { filename, bytes } of files) form.append("file", new Blob([bytes]), filename);
  return client.call([201], "POST", "/v1/uploads", { body: form });
}

async function uploadZip(client: Client, files: readonly NamedFile[]): Promise<Upload> {
  const zip = new yazl.ZipFile();
  for (const { filename, bytes } of files) zip.addBuffer(bytes, `photographs/${filename}`);
  zip.end();
  const bytes = Buffer.from(await buffer(zip.outputStream));
  return uploadBody(client, { filename: "photographs.zip", bytes }, "application/zip");
}

/** Archives and long lists are read by the worker. */
async function untilReady(client: Client, id: string): Promise<string> {
  return until(PATIENCE, async () => {
    const { status, error } = await client.call<Upload>([200], "GET", `/v1/uploads/${id}`);
    if (status === "ready") return id;
    if (status === "processing") return undefined;
    throw new Error(`the upload ${id} is ${status}: ${JSON.stringify(error)}`);
  });
}
