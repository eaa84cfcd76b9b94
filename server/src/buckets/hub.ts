import { ServiceError } from "@assay/domain/errors.ts";
import { datasetInfo, type ListFileEntry, listFiles } from "@huggingface/hub";
import type { Deps } from "../deps.ts";
import type { Row } from "../platform/database/tables.ts";
import type { Bucket, Listed } from "./bucket.ts";
import { assertReachable } from "./checked-origin.ts";
import { ObjectFault } from "./explain.ts";
import { connectHub, HUB, type HubClient, type HubCredentials } from "./hub-client.ts";
import { type HubPlace, hubPlaceOf, isHubConfig } from "./hub-url.ts";

type SourceRow = Row<"sources">;

/** The files of a repository of the Hub. All methods throw `invalid_request` with the reason, or HubBusy. */
export type HubRepository = Pick<Bucket, "list" | "open" | "link" | "assertClock" | "close">;

/**
 * Opens the repository of a source. A listing resolves the revision to a commit once, and its places are that commit with the
 * number of entries before, so that a sync that continues lists the same commit. The version of a file is the commit, its ETag
 * the SHA-256 of a large file, or git's digest of another.
 */
export function openHub(
  { outbound, secrets }: Pick<Deps, "outbound" | "secrets">,
  source: SourceRow,
): HubRepository {
  const { config, credentials_encrypted } = source;
  if (!isHubConfig(config)) throw new Error("a source of the kind huggingface has a URL of the Hub");
  const place = hubPlaceOf(config);
  const origin = config.endpoint ?? HUB;
  assertReachable(outbound, origin, "config.endpoint");
  const credentials: HubCredentials | undefined =
    credentials_encrypted === null ? undefined : JSON.parse(secrets.decrypt(credentials_encrypted));
  const asked = { ...place, origin, has_token: credentials !== undefined };
  const hub = connectHub(outbound, asked, credentials?.token);
  const pathOf = ({ key, version }: Pick<Listed, "key" | "version">) =>
    `/datasets/${place.repository}/resolve/${version ?? ""}/${encodePath(key)}`;
  let walk: { readonly files: AsyncGenerator<Listed>; readonly commit: string; seen: number } | undefined;
  const placeOf = () => (walk === undefined ? "" : `${walk.commit} ${walk.seen}`);
  return {
    async list(after, limit) {
      if (walk === undefined || placeOf() !== after) {
        const [commit = "", seen = 0] = after === "" ? [await commitOf(hub, place)] : after.split(" ");
        walk = { files: filesIn(hub, { ...place, commit }, Number(seen)), commit, seen: Number(seen) };
      }
      const objects: Listed[] = [];
      while (objects.length < limit) {
        const { value, done } = await walk.files.next();
        if (done) return { objects, after: undefined };
        objects.push(value);
        walk.seen += 1;
      }
      return { objects, after: placeOf() };
    },
    async open(object, range) {
      const headers = range === undefined ? {} : { range: `bytes=${range.start}-${range.end}` };
      const body = await hub.download(pathOf(object), headers).catch((fault: unknown) => {
        if (!(fault instanceof ObjectFault)) throw fault;
        throw new ObjectFault(`${object.key}: ${place.repository} no longer has the file`, { cause: fault });
      });
      return { body, content_type: undefined };
    },
    link: async (object) => `${origin}${pathOf(object)}`,
    assertClock: () => undefined,
    close: () => undefined,
  };
}

/** The commit of a revision. Throws `invalid_request` or HubBusy. */
export async function commitOf(
  { options }: HubClient,
  { repository: name, revision }: Pick<HubPlace, "repository" | "revision">,
): Promise<string> {
  const { sha } = await datasetInfo({ ...options, name, revision, additionalFields: ["sha"] }).catch(
    throwUnreadable,
  );
  if (typeof sha !== "string" || !/^[0-9a-f]{40}$/.test(sha))
    throw new ServiceError("invalid_request", `${options.hubUrl} names no commit: it is not a Hub`);
  return sha;
}

/** The files of a commit below the folder, without the first `seen`. */
async function* filesIn(
  { options }: HubClient,
  { repository, revision, prefix, commit }: HubPlace & { readonly commit: string },
  seen: number,
): AsyncGenerator<Listed> {
  const repo = { type: "dataset", name: repository } as const;
  const path = encodePath(prefix.replace(/\/$/, ""));
  const entries = listFiles({ ...options, repo, path, revision: commit, recursive: true });
  let count = 0;
  try {
    for await (const entry of entries) {
      if (entry.type !== "file") continue;
      count += 1;
      if (count > seen) yield toListed(entry, commit);
    }
  } catch (fault) {
    if (fault instanceof ObjectFault)
      throw new ServiceError("invalid_request", `${repository} has no folder ${prefix} at ${revision}`, {
        cause: fault,
      });
    throwUnreadable(fault);
  }
}

function toListed({ path, oid, lfs, size }: ListFileEntry, version: string): Listed {
  if (typeof path !== "string" || path.includes("\0") || !Number.isSafeInteger(lfs?.size ?? size))
    throw new ServiceError(
      "invalid_request",
      "the answer of the Hub cannot be read: an entry has no path or size",
    );
  return { key: path, etag: lfs?.oid ?? oid ?? "", size_bytes: lfs?.size ?? size, version };
}

/** Throws `invalid_request`: an endpoint that is no Hub sends what the client cannot read. */
export function throwUnreadable(fault: unknown): never {
  if (fault instanceof ServiceError) throw fault;
  const why = fault instanceof Error ? fault.message : String(fault);
  throw new ServiceError("invalid_request", `the answer of the Hub cannot be read: ${why}`, { cause: fault });
}

function encodePath(path: string): string {
  return path.split("/").map(encodeURIComponent).join("/");
}
