import { constants, openAsBlob } from "node:fs";
import { access } from "node:fs/promises";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import type { Client } from "@assay/sdk/client.ts";
import { listAll } from "@assay/sdk/list-all.ts";
import type { Terminal } from "../command.ts";
import { onOneLine } from "../one-line.ts";
import { isOfKind, type Kind } from "./folder.ts";

const AT_ONCE = 4;
const POLL_MS = 50;
/** As many ids as a request's body has room for. */
const FILES_OF_A_BATCH = 10_000;

/** The names of the files that a project's batches are made of. */
export async function namesIn(client: Client, project_id: string): Promise<ReadonlySet<string>> {
  const names = new Set<string>();
  for await (const { id } of listAll(client, "/v1/batches", { query: { project_id } })) {
    for await (const { filename } of listAll(client, "/v1/batches/{id}/files", { path: { id } })) {
      names.add(filename);
    }
  }
  return names;
}

/** Files of one folder and kind that are to become items. */
export interface Intake {
  readonly folder: string;
  readonly kind: Kind;
  /** Paths from the folder. */
  readonly names: readonly string[];
  readonly project_id: string;
  /** What a batch of them is called. */
  readonly title: string;
}

/**
 * Uploads files and makes batches of them; gives how many were taken. A file that cannot be read or is not what its name
 * says is told of and left out. Stops between files where `signal` says so, and then takes none.
 */
export async function takeIn(
  client: Client,
  { folder, kind, names, project_id, title }: Intake,
  { note, signal }: Pick<Terminal, "note"> & { readonly signal: AbortSignal },
): Promise<number> {
  const upload_ids: string[] = [];
  const tell = (fault: unknown) => {
    note(`Left out: ${onOneLine(fault instanceof Error ? fault.message : String(fault))}`);
    return undefined;
  };
  for (let from = 0; from < names.length && !signal.aborted; from += AT_ONCE) {
    const sending: Promise<string | undefined>[] = [];
    for (const name of names.slice(from, from + AT_ONCE)) {
      // One after the other, since a batch has its uploads in the order in which they were announced.
      const announced = await announce(client, folder, name).catch(tell);
      if (announced !== undefined) sending.push(send(client, announced, kind).catch(tell));
    }
    upload_ids.push(...(await Promise.all(sending)).filter((id) => id !== undefined));
  }
  if (signal.aborted) return 0;
  for (let from = 0; from < upload_ids.length; from += FILES_OF_A_BATCH) {
    const chunk = upload_ids.slice(from, from + FILES_OF_A_BATCH);
    await client.POST("/v1/batches", { body: { project_id, upload_ids: chunk, name: title } });
  }
  return upload_ids.length;
}

interface Announced {
  readonly id: string;
  /** Where the bytes go. */
  readonly url: string;
  readonly name: string;
  readonly blob: Blob;
}

/** Begins the upload of a file under its path in the folder. */
async function announce(client: Client, folder: string, name: string): Promise<Announced> {
  const path = join(folder, name);
  await access(path, constants.R_OK).catch((cause: unknown) => {
    throw new Error(`${name} cannot be read`, { cause });
  });
  const blob = await openAsBlob(path);
  if (blob.size === 0) throw new Error(`${name} is empty`);
  const { data } = await client.POST("/v1/uploads", { body: { filename: name, size_bytes: blob.size } });
  return { id: data.id, url: data.upload_url ?? "", name, blob };
}

/** Sends an upload's bytes and gives its id once it is ready. */
async function send(client: Client, { id, url, name, blob }: Announced, kind: Kind): Promise<string> {
  const answer = await fetch(url, { method: "PUT", body: blob });
  if (!answer.ok) throw new Error(JSON.parse(await answer.text()).message);
  for (;;) {
    const { data } = await client.GET("/v1/uploads/{id}", { params: { path: { id } } });
    if (data.status === "failed") throw new Error(data.error?.message ?? `${name} could not be processed`);
    if (data.status === "ready") {
      if (data.files.every(({ content_type }) => isOfKind(kind, content_type))) return id;
      throw new Error(`${name} is ${data.content_type}, which does not match its name`);
    }
    await sleep(POLL_MS);
  }
}
