import { createHash } from "node:crypto";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { createPushes } from "./hub-pushes.ts";

/** A dataset repository of the simulated Hub. */
export interface SimulatedRepository {
  /** The tokens that may read it; undefined for everybody. */
  readers?: readonly string[];
  /** Whether the readers must ask for access first. */
  gated?: boolean;
  /** The tokens that may push. */
  writers?: readonly string[];
  /** Its commits, the newest last: the bytes of all files by path. */
  readonly commits: { readonly id: string; readonly files: ReadonlyMap<string, Buffer> }[];
}

/** Files of this size and more are stored by LFS, as all Parquet files are. */
const LFS_BYTES = 1_000;
const PAGE = 2;

/**
 * A server that answers as the Hugging Face Hub documents it (huggingface.co/docs/hub/api, and the clients huggingface_hub and
 * `@huggingface/hub`), because tests reach no internet: it is a simulation, not the Hub. Listings have pages of two entries. Large
 * files lead to another origin, which refuses requests with a token.
 */
export async function startHub() {
  const repositories = new Map<string, SimulatedRepository>();
  /** What the server does instead of answering, by the beginning of a path. */
  const faults = new Map<string, (response: ServerResponse) => void>();
  const requests: string[] = [];
  const pushes = createPushes({
    repositories,
    origins: () => ({ hub: hub.origin, content: content.origin }),
    isLarge,
    commit: addCommit,
  });
  const content = await listen((request, response) => {
    const { headers, url = "", method } = request;
    const bytes = findObject(repositories, url.slice(1));
    if (headers.authorization !== undefined)
      return refuse(response, 400, "", "Only one auth mechanism allowed");
    if (method === "PUT") return void pushes.put(request, response);
    return bytes === undefined
      ? refuse(response, 404, "", "NoSuchKey")
      : sendBytes(headers.range, response, bytes);
  });
  const hub = await listen((request, response) => {
    const url = new URL(request.url ?? "", "http://hub.test");
    requests.push(`${request.method} ${url.pathname}`);
    const fault = [...faults].find(([path]) => url.pathname.startsWith(path))?.[1];
    if (fault !== undefined) return fault(response);
    if (request.method === "POST")
      return void pushes.post(request, url.pathname).then(({ status, body }) => {
        response.writeHead(status, { "content-type": "application/json" }).end(JSON.stringify(body));
      });
    const asked = findAsked(repositories, url.pathname, request.headers.authorization);
    if ("refusal" in asked) return refuse(response, ...asked.refusal);
    const { call, name, commit, path } = asked;
    if (call === "revision") sendJson(response, { _id: "1", id: name, sha: commit.id, private: false });
    else if (call === "tree") sendTree(response, { url, origin: hub.origin, files: commit.files, path });
    else sendFile(request.headers.range, response, { ...commit, path, origin: content.origin });
  });
  function addCommit(name: string, changes: Readonly<Record<string, string | Buffer | null>>): string {
    const repository = repositories.get(name) ?? { commits: [] };
    repositories.set(name, repository);
    const files = new Map(repository.commits.at(-1)?.files);
    for (const [path, bytes] of Object.entries(changes)) {
      if (bytes === null) files.delete(path);
      else files.set(path, Buffer.from(bytes));
    }
    const id = createHash("sha1").update(`${name} ${repository.commits.length}`).digest("hex");
    repository.commits.push({ id, files });
    return id;
  }
  return {
    origin: hub.origin,
    contentOrigin: content.origin,
    repositories,
    faults,
    requests,
    objects: pushes.objects,
    /** Adds a commit, which has the files of the one before too; null removes one. */
    commit: addCommit,
    stop() {
      hub.close();
      content.close();
    },
  };
}

async function listen(handle: (request: IncomingMessage, response: ServerResponse) => void) {
  const server = createServer(handle);
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo; // safe: it listens on TCP
  return {
    origin: `http://127.0.0.1:${port}`,
    close() {
      server.close();
      server.closeAllConnections();
    },
  };
}

type Refusal = readonly [status: number, code: string, error: string];

/** What of which commit a request is for, or why it is refused. */
function findAsked(
  repositories: ReadonlyMap<string, SimulatedRepository>,
  pathname: string,
  authorization: string | undefined,
) {
  const form = /^\/(?:api\/)?datasets\/([^/]+\/[^/]+)\/(revision|tree|resolve)\/([^/]+)\/?(.*)$/;
  const [, name = "", call = "", revision = "", encoded = ""] = form.exec(pathname) ?? [];
  const repository = repositories.get(name);
  const refusal: Refusal | undefined = refusalOf(repository, authorization);
  if (refusal !== undefined) return { refusal };
  const named = repository?.commits.find(({ id }) => id === revision);
  const commit = revision === "main" ? repository?.commits.at(-1) : named;
  if (commit === undefined) return { refusal: [404, "RevisionNotFound", "Invalid rev id"] satisfies Refusal };
  const path = decodeURIComponent(encoded);
  const isThere = [...commit.files.keys()].some((file) => path === "" || `${file}/`.startsWith(`${path}/`));
  if (!isThere) return { refusal: [404, "EntryNotFound", "Entry not found"] satisfies Refusal };
  return { call, name, commit, path };
}

/** The Hub does not tell a repository that the caller may not read from one that does not exist. */
function refusalOf(repository: SimulatedRepository | undefined, authorization = ""): Refusal | undefined {
  const token = authorization.replace(/^Bearer /, "");
  if (token.startsWith("hf_expired")) return [401, "", "Invalid credentials in Authorization header"];
  const isReader = repository?.readers?.includes(token) ?? true;
  if (repository?.gated && !isReader) return [403, "GatedRepo", "Access to this dataset is restricted"];
  if (repository === undefined || !isReader) return [401, "RepoNotFound", "Invalid username or password."];
  return undefined;
}

function refuse(response: ServerResponse, status: number, code: string, error: string): void {
  response.setHeader("content-type", "application/json; charset=utf-8");
  if (code !== "") response.setHeader("x-error-code", code);
  response.writeHead(status).end(JSON.stringify({ error }));
}

function sendJson(response: ServerResponse, body: unknown): void {
  response.setHeader("content-type", "application/json; charset=utf-8").end(JSON.stringify(body));
}

function sendTree(
  response: ServerResponse,
  {
    url,
    origin,
    files,
    path,
  }: {
    readonly url: URL;
    readonly origin: string;
    readonly files: ReadonlyMap<string, Buffer>;
    readonly path: string;
  },
): void {
  const folder = path === "" ? "" : `${path}/`;
  const all = [...files]
    .filter(([name]) => name.startsWith(folder))
    .sort(([one], [other]) => (one < other ? -1 : 1));
  const folders = new Set(
    all.map(([name]) => name.slice(0, name.lastIndexOf("/"))).filter((name) => name !== ""),
  );
  const entries = [
    ...[...folders].map((name) => ({ type: "directory", oid: "0".repeat(40), size: 0, path: name })),
    ...all.map(([name, bytes]) => toEntry(name, bytes)),
  ];
  const start = Number(url.searchParams.get("cursor") ?? 0);
  if (start + PAGE < entries.length) {
    url.searchParams.set("cursor", String(start + PAGE));
    response.setHeader("link", `<${origin}${url.pathname}${url.search}>; rel="next"`);
  }
  sendJson(response, entries.slice(start, start + PAGE));
}

function toEntry(path: string, bytes: Buffer) {
  const { length: size } = bytes;
  const lfs = { oid: digest("sha256", bytes), size, pointerSize: 130 };
  const oid = digest("sha1", Buffer.concat([Buffer.from(`blob ${size}\0`), bytes]));
  return { type: "file", oid, size, path, ...(isLarge(path, size) && { lfs }) };
}

function isLarge(path: string, size: number): boolean {
  return size >= LFS_BYTES || path.endsWith(".parquet");
}

/** Large files are behind a redirect to another origin. */
function sendFile(
  range: string | undefined,
  response: ServerResponse,
  {
    id,
    files,
    path,
    origin,
  }: {
    readonly id: string;
    readonly files: ReadonlyMap<string, Buffer>;
    readonly path: string;
    readonly origin: string;
  },
): void {
  const bytes = files.get(path) ?? Buffer.alloc(0);
  response.setHeader("x-repo-commit", id);
  if (!isLarge(path, bytes.length)) {
    sendBytes(range, response, bytes);
    return;
  }
  const oid = digest("sha256", bytes);
  response.setHeader("x-linked-etag", `"${oid}"`).setHeader("x-linked-size", bytes.length);
  response.writeHead(302, { location: `${origin}/${oid}` }).end();
}

function sendBytes(range: string | undefined, response: ServerResponse, bytes: Buffer): void {
  const [, start, end] = /^bytes=(\d+)-(\d+)$/.exec(range ?? "") ?? [];
  if (start === undefined) return void response.end(bytes);
  response.writeHead(206, { "content-range": `bytes ${start}-${end}/${bytes.length}` });
  response.end(bytes.subarray(Number(start), Number(end) + 1));
}

function findObject(repositories: ReadonlyMap<string, SimulatedRepository>, oid: string): Buffer | undefined {
  const all = [...repositories.values()].flatMap(({ commits }) =>
    commits.flatMap(({ files }) => [...files.values()]),
  );
  return all.find((bytes) => digest("sha256", bytes) === oid);
}

function digest(algorithm: string, bytes: Buffer): string {
  return createHash(algorithm).update(bytes).digest("hex");
}
