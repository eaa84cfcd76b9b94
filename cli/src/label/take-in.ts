import { constants, openAsBlob } from "node:fs";
import { access } from "node:fs/promises";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import type { Client } from "@assay/sdk/client.ts";
import { listAll } from "@assay/sdk/list-all.ts";
import type { CreateUpload } from "@assay/sdk/schema.ts";
import type { Terminal } from "../command.ts";
import { onOneLine } from "../one-line.ts";
import { isOfKind, type Kind } from "./folder.ts";

const AT_ONCE = 4;
const POLL_MS = 50;
/** The maximum number of ids that fit into the body of a request. */
const FILES_OF_A_BATCH = 10_000;

/** The names of the files in a project's batches. */
export async function namesIn(client: Client, project_id: string): Promise<ReadonlySet<string>> {
  const names = new Set<string>();
  for await (const { id } of listAll(client, "/v1/batches", { query: { project_id } })) {
    for await (const { filename } of listAll(client, "/v1/batches/{id}/files", { path: { id } })) {
      names.add(filename);
    }
  }
  return names;
}

/** What is known of the item that a file becomes. */
export type ItemDetails = NonNullable<CreateUpload["item"]>;

/** Files of one folder and kind. */
export interface FolderFiles {
  readonly folder: string;
  readonly kind: Kind;
  /** Paths relative to the folder. */
  readonly names: readonly string[];
  /** By name. */
  readonly details?: ReadonlyMap<string, ItemDetails>;
}

/** The files to import into a project. */
export interface Intake extends FolderFiles {
  readonly project_id: string;
  /** The name of their batch. */
  readonly title: string;
}

type Watch = Pick<Terminal, "note"> & { readonly signal: AbortSignal };

/**
 * Uploads files and creates batches of them; returns the number of imported files. Reports and leaves out files that
 * cannot be read or whose content does not match their name. If `signal` aborts between files, imports none.
 */
export async function takeIn(client: Client, intake: Intake, watch: Watch): Promise<number> {
  const { project_id, title } = intake;
  const upload_ids = await sendFiles(client, intake, watch);
  if (watch.signal.aborted) return 0;
  for (let from = 0; from < upload_ids.length; from += FILES_OF_A_BATCH) {
    const chunk = upload_ids.slice(from, from + FILES_OF_A_BATCH);
    await client.POST("/v1/batches", { body: { project_id, upload_ids: chunk, name: title } });
  }
  return upload_ids.length;
}

/**
 * Uploads files, each under its path in the folder; returns the ids of their uploads, which are ready. Reports and leaves out what
 * cannot be sent. Stops between files if `signal` aborts.
 */
export async function sendFiles(
  client: Client,
  { folder, kind, names, details }: FolderFiles,
  { note, signal }: Watch,
): Promise<string[]> {
  const upload_ids: string[] = [];
  const tell = (fault: unknown) => {
    note(`Left out: ${onOneLine(fault instanceof Error ? fault.message : String(fault))}`);
    return undefined;
  };
  for (let from = 0; from < names.length && !signal.aborted; from += AT_ONCE) {
    const sending: Promise<string | undefined>[] = [];
    for (const name of names.slice(from, from + AT_ONCE)) {
      // one after the other, because a batch lists its uploads in the order of their creation
      const announced = await announce(client, folder, name, details?.get(name)).catch(tell);
      if (announced !== undefined) sending.push(send(client, announced, kind).catch(tell));
    }
    upload_ids.push(...(await Promise.all(sending)).filter((id) => id !== undefined));
  }
  return upload_ids;
}

interface Announced {
  readonly id: string;
  /** The address for the bytes. */
  readonly url: string;
  readonly name: string;
  readonly blob: Blob;
}

/** Creates the upload of a file, with its path in the folder as the name. */
async function announce(
  client: Client,
  folder: string,
  name: string,
  item: ItemDetails | undefined,
): Promise<Announced> {
  const path = join(folder, name);
  await access(path, constants.R_OK).catch((cause: unknown) => {
    throw new Error(`${name} cannot be read`, { cause });
  });
  const blob = await openAsBlob(path);
  if (blob.size === 0) throw new Error(`${name} is empty`);
  const body = { filename: name, size_bytes: blob.size, ...(item && { item }) };
  const { data } = await client.POST("/v1/uploads", { body });
  return { id: data.id, url: data.upload_url ?? "", name, blob };
}

/** Sends the bytes of an upload and returns its id once it is ready. */
async function send(client: Client, { id, url, name, blob }: Announced, kind: Kind): Promise<string> {
  const answer = await fetch(url, { method: "PUT", body: blob });
  if (!answer.ok) throw new Error(await refusalIn(answer));
  const params = { path: { id } };
  // An object store that took the bytes does not tell the service.
  let { data } = await client.POST("/v1/uploads/{id}/complete", { params });
  for (;;) {
    if (data.status === "failed") throw new Error(data.error?.message ?? `${name} could not be processed`);
    if (data.status === "ready") {
      if (data.files.every(({ content_type }) => isOfKind(kind, content_type))) return id;
      throw new Error(`${name} is ${data.content_type}, which does not match its name`);
    }
    await sleep(POLL_MS);
    ({ data } = await client.GET("/v1/uploads/{id}", { params }));
  }
}

/** Why bytes were refused: the service says it in JSON, an object store in XML. */
async function refusalIn(answer: Response): Promise<string> {
  const said = await answer.text();
  try {
    return JSON.parse(said).message;
  } catch {
    return `the object store answered ${answer.status}: ${said.slice(0, 200)}`;
  }
}
