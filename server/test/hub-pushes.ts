import { hash } from "node:crypto";
import type { IncomingMessage, ServerResponse } from "node:http";
import { buffer, json, text } from "node:stream/consumers";
import type { SimulatedRepository } from "./hub.ts";

/** Larger objects are sent in parts of this size. */
const PART_BYTES = 4_000;

interface Reply {
  readonly status: number;
  readonly body: unknown;
}

/** The part of the simulated Hub to which files are pushed. */
export interface Pushes {
  /** Objects of LFS by their SHA-256. */
  readonly objects: Map<string, Buffer>;
  /** The answer to a POST. */
  readonly post: (request: IncomingMessage, path: string) => Promise<Reply>;
  /** Stores the bytes of a PUT. */
  readonly put: (request: IncomingMessage, response: ServerResponse) => Promise<void>;
}

/** A line of a commit. Source: huggingface.co/docs/hub/api, "Commit". */
type Operation =
  | { readonly key: "header"; readonly value: { readonly summary: string; readonly parentCommit?: string } }
  | { readonly key: "file"; readonly value: { readonly path: string; readonly content: string } }
  | {
      readonly key: "lfsFile";
      readonly value: { readonly path: string; readonly oid: string; readonly size: number };
    }
  | { readonly key: "deletedFile"; readonly value: { readonly path: string } };

interface Hub {
  readonly repositories: ReadonlyMap<string, SimulatedRepository>;
  readonly origins: () => { readonly hub: string; readonly content: string };
  readonly isLarge: (path: string, size: number) => boolean;
  readonly commit: (name: string, changes: Readonly<Record<string, Buffer | null>>) => string;
}

interface State extends Hub {
  readonly objects: Map<string, Buffer>;
  readonly parts: Map<string, Buffer[]>;
}

/** Takes files as the Hub documents it: `preupload`, LFS with parts, and a commit as lines of JSON. */
export function createPushes(hub: Hub): Pushes {
  const state: State = { ...hub, objects: new Map(), parts: new Map() };
  return {
    objects: state.objects,
    post: (request, path) => post(state, request, path),
    put: (request, response) => put(state, request, response),
  };
}

async function post(state: State, request: IncomingMessage, path: string): Promise<Reply> {
  if (path === "/api/repos/create") return create(state, request);
  const form = /^\/(?:api\/)?datasets\/([^/]+\/[^/]+?)(?:\.git)?\/(preupload|info|commit|complete)\/(.+)$/;
  const [, name = "", call, rest = ""] = form.exec(path) ?? [];
  const token = (request.headers.authorization ?? "").replace(/^Bearer /, "");
  if (call === "complete") return complete(state, rest);
  if (!state.repositories.get(name)?.writers?.includes(token))
    return { status: 403, body: { error: "You need write access to push" } };
  if (call === "preupload") return preupload(state, request);
  return call === "info" ? batch(state, request, name) : take(state, request, name);
}

/** Source: huggingface.co/docs/hub/api, "Create a repo". A new repository has a first commit. */
async function create({ repositories, commit }: State, request: IncomingMessage): Promise<Reply> {
  const token = (request.headers.authorization ?? "").replace(/^Bearer /, "");
  const sent = (await json(request)) as {
    name: string;
    organization: string;
    type: string;
    visibility: string;
  };
  const name = `${sent.organization}/${sent.name}`;
  if (token.includes("reader"))
    return {
      status: 403,
      body: { error: `You don't have the rights to create a dataset under ${sent.organization}` },
    };
  if (sent.type !== "dataset" || repositories.has(name))
    return { status: 409, body: { error: "You already created this dataset repo" } };
  commit(name, { ".gitattributes": Buffer.from("*.parquet filter=lfs") });
  const readers = sent.visibility === "private" ? { readers: [token] } : {};
  Object.assign(repositories.get(name) ?? {}, { writers: [token], ...readers });
  return { status: 200, body: { url: `https://hub.test/datasets/${name}`, name, id: "1" } };
}

async function preupload({ isLarge }: State, request: IncomingMessage): Promise<Reply> {
  const { files } = (await json(request)) as { files: { path: string; size: number }[] };
  const answers = files.map(({ path, size }) => ({
    path,
    uploadMode: isLarge(path, size) ? "lfs" : "regular",
  }));
  return { status: 200, body: { files: answers } };
}

async function batch({ objects, origins }: State, request: IncomingMessage, name: string): Promise<Reply> {
  const { objects: asked } = (await json(request)) as { objects: { oid: string; size: number }[] };
  const answers = asked.map(({ oid, size }) => {
    if (objects.has(oid)) return { oid, size };
    const part = `${origins().content}/${oid}`;
    if (size <= PART_BYTES) return { oid, size, actions: { upload: { href: part } } };
    const numbers = Array.from({ length: Math.ceil(size / PART_BYTES) }, (_, index) => index + 1);
    const parts = numbers.map((number) => [String(number).padStart(5, "0"), `${part}?part=${number}`]);
    const header = { ...Object.fromEntries(parts), chunk_size: String(PART_BYTES) };
    const href = `${origins().hub}/datasets/${name}/complete/${oid}`;
    return { oid, size, actions: { upload: { href, header } } };
  });
  return { status: 200, body: { transfer: "multipart", objects: answers } };
}

function complete({ objects, parts }: State, oid: string): Reply {
  objects.set(oid, Buffer.concat(parts.get(oid) ?? []));
  return { status: 200, body: {} };
}

async function take(state: State, request: IncomingMessage, name: string): Promise<Reply> {
  const operations = (await text(request)).split("\n").map((line): Operation => JSON.parse(line));
  const head = state.repositories.get(name)?.commits.at(-1)?.id;
  if (operations.some(({ key, value }) => key === "header" && value.parentCommit !== head))
    return { status: 412, body: { error: "A commit has happened since. Please refresh and try again." } };
  const changes = operations.flatMap((operation) => changesOf(state, operation));
  const missing = changes.find(([, bytes]) => bytes === undefined);
  if (missing !== undefined)
    return {
      status: 400,
      body: { error: `LFS pointer pointed to a file that does not exist: ${missing[0]}` },
    };
  const stored = changes.map(([path, bytes]) => [path, bytes ?? null] as const);
  const commitOid = state.commit(name, Object.fromEntries(stored));
  const commitUrl = `${state.origins().hub}/commit/${commitOid}`;
  return { status: 200, body: { success: true, commitOid, commitUrl } };
}

/** Undefined for an object that was not sent as it is named. */
function changesOf(
  { objects }: State,
  { key, value }: Operation,
): (readonly [path: string, bytes: Buffer | null | undefined])[] {
  switch (key) {
    case "header":
      return [];
    case "file":
      return [[value.path, Buffer.from(value.content, "base64")]];
    case "deletedFile":
      return [[value.path, null]];
    case "lfsFile": {
      const bytes = objects.get(value.oid);
      const isSent = bytes?.length === value.size && hash("sha256", bytes) === value.oid;
      return [[value.path, isSent ? bytes : undefined]];
    }
  }
}

async function put(
  { objects, parts }: State,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const { pathname, searchParams } = new URL(request.url ?? "", "http://content.test");
  const oid = pathname.slice(1);
  const bytes = await buffer(request);
  const part = searchParams.get("part");
  if (part === null) objects.set(oid, bytes);
  else {
    const known = parts.get(oid) ?? [];
    known[Number(part) - 1] = bytes;
    parts.set(oid, known);
  }
  response.writeHead(200, { etag: `"${hash("md5", bytes)}"` }).end();
}
