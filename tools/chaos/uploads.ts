import { hash } from "node:crypto";
import type { Client } from "@assay/sdk/client.ts";
import type { components } from "@assay/sdk/schema.ts";
import { pick, type Random } from "../tour/random.ts";
import { until } from "../tour/waiting.ts";
import type { Receivers } from "./receivers.ts";

const WITHIN_MS = 120_000;

type Upload = Pick<components["schemas"]["Upload"], "id" | "status">;

/** An upload that is ready, and the SHA-256 of what was sent, file by file. */
export interface Uploaded {
  readonly id: string;
  readonly sha256: readonly string[];
}

interface Sender {
  readonly client: Client;
  readonly receivers: Receivers;
}

/** Uploads two to four texts that nobody else has: inline, as the lines of one file, or by URLs that a worker fetches. */
export async function uploadTexts(sender: Sender, number: number, random: Random): Promise<Uploaded> {
  const count = 2 + Math.floor(random() * 3);
  const texts = Array.from({ length: count }, (_, index) => `Text ${index + 1} of story ${number}: “é”\n`);
  const way = pick(random, ["inline", "lines", "urls"]);
  const { upload, sent } = await send(sender, way, number, texts);
  await untilReady(sender.client, upload);
  return { id: upload.id, sha256: sent.map((text) => hash("sha256", text)) };
}

async function send(
  { client, receivers }: Sender,
  way: "inline" | "lines" | "urls",
  number: number,
  texts: string[],
) {
  const named = texts.map((text, index) => ({ filename: `${number}-${index + 1}.txt`, text }));
  if (way === "inline") {
    const { data } = await client.POST("/v1/uploads", { body: { files: named } });
    return { upload: data, sent: texts };
  }
  if (way === "urls") {
    const urls = named.map(({ filename, text }) => receivers.publish(filename, text));
    const { data } = await client.POST("/v1/uploads", { body: { urls } });
    return { upload: data, sent: texts };
  }
  const lines = texts.map((text) => `${JSON.stringify({ text })}\n`).join("");
  const filename = `${number}.jsonl`;
  const headers = {
    "content-type": "application/x-ndjson",
    "content-disposition": `attachment; filename="${filename}"`,
  };
  const { data } = await client.POST("/v1/uploads", { body: filename, bodySerializer: () => lines, headers });
  return { upload: data, sent: [lines] };
}

async function untilReady(client: Client, { id, status }: Upload): Promise<void> {
  if (status === "ready") return;
  await until({ what: `the upload ${id}`, withinMs: WITHIN_MS }, async () => {
    const { data } = await client.GET("/v1/uploads/{id}", { params: { path: { id } } });
    if (data.status === "failed") throw new Error(`the upload ${id} failed: ${data.error?.message}`);
    return data.status === "ready" ? true : undefined;
  });
}
