import { createHash } from "node:crypto";
import { ServiceError } from "@assay/domain/errors.ts";
import {
  type CommitProgressEvent,
  commitIter,
  createRepo,
  type ListFileEntry,
  listFiles,
} from "@huggingface/hub";
import type { Outbound } from "../platform/network/outbound.ts";
import { commitOf, throwUnreadable } from "./hub.ts";
import { connectHub, HUB, type HubClient } from "./hub-client.ts";
import { RepositoryMissing } from "./hub-faults.ts";
import type { HubPlace } from "./hub-url.ts";

/** Lists the digests and paths of all files that a push added, so that the next one can remove those that it lacks. */
export const MANIFEST = "manifest.sha256";
const MANIFEST_BYTES = 16 * 1024 * 1024;
/** The library keeps a commit in memory, and the Hub answers it within a minute only up to about so many files. */
const MAX_FILES = 20_000;

/** A file to push; its bytes are read while they are sent. */
export interface PushedFile {
  readonly path: string;
  readonly content: Blob;
}

/** Where to push, and by whose rights. */
export interface PushedTo extends Pick<HubPlace, "repository" | "revision"> {
  readonly endpoint: string | null;
  readonly token: string;
  /** How the repository is created if it does not exist; undefined if it must. */
  readonly create?: "private" | "public" | undefined;
}

interface Push {
  readonly files: readonly PushedFile[];
  readonly title: string;
  /** Called with the number of files that the Hub has; a false ends the push without a commit. */
  readonly onProgress: (sent: number) => Promise<boolean>;
}

/**
 * Makes the files those of a branch by one commit, and returns it: files of an earlier push that are not among them are removed, others
 * stay. A branch that has them already gets no commit. Undefined if `onProgress` ended the push. Throws `invalid_request` with
 * the reason, or HubBusy.
 */
export async function pushFiles(
  outbound: Outbound,
  { repository, revision, endpoint, token, create }: PushedTo,
  { files, title, onProgress }: Push,
): Promise<string | undefined> {
  if (files.length > MAX_FILES)
    throw new ServiceError(
      "invalid_request",
      `the version has ${files.length} files, and one commit takes at most ${MAX_FILES}: push it without media`,
    );
  const origin = endpoint ?? HUB;
  const hub = connectHub(outbound, { repository, revision, origin, has_token: true }, token);
  const place = { repository, revision };
  const head = await commitOf(hub, place).catch(async (fault: unknown) => {
    if (create === undefined || !(fault instanceof RepositoryMissing)) throw fault;
    const repo = { type: "dataset", name: repository } as const;
    await createRepo({ ...hub.options, accessToken: token, repo, visibility: create }).catch(throwUnreadable);
    return commitOf(hub, place);
  });
  const found = await filesAt(hub, repository, head);
  const changed: PushedFile[] = [];
  for (const file of files) if (!(await isSame(file, found.get(file.path)))) changed.push(file);
  const kept = new Set([MANIFEST, ...files.map(({ path }) => path)]);
  const former = found.has(MANIFEST) ? await pathsOfManifest(hub, repository, head) : [];
  const removed = former.filter((path) => found.has(path) && !kept.has(path));
  if (changed.length + removed.length === 0) return head;
  const events = commitIter({
    ...hub.options,
    repo: { type: "dataset", name: repository },
    ...{ branch: revision, parentCommit: head, title, useXet: false },
    operations: [
      ...changed.map(({ path, content }) => ({ operation: "addOrUpdate" as const, path, content })),
      ...removed.map((path) => ({ operation: "delete" as const, path })),
    ],
  });
  return follow(events, files.length - changed.length, onProgress);
}

async function follow(
  events: ReturnType<typeof commitIter>,
  unchanged: number,
  onProgress: Push["onProgress"],
): Promise<string | undefined> {
  let sent = unchanged;
  for (;;) {
    const { value, done } = await events.next().catch(throwUnreadable);
    if (done) return value?.commit.oid ?? throwUnreadable(new Error("it names no commit"));
    if (isSent(value)) sent += 1;
    if (!(await onProgress(sent))) {
      await events.return(undefined);
      return undefined;
    }
  }
}

function isSent(event: CommitProgressEvent): boolean {
  return event.event === "fileProgress" && event.state === "uploading" && event.progress === 1;
}

async function filesAt({ options }: HubClient, name: string, revision: string) {
  const found = new Map<string, ListFileEntry>();
  const repo = { type: "dataset", name } as const;
  try {
    for await (const entry of listFiles({ ...options, repo, revision, recursive: true }))
      if (entry.type === "file") found.set(entry.path, entry);
  } catch (fault) {
    throwUnreadable(fault);
  }
  return found;
}

/** The Hub states the SHA-256 of large files, and git's digest of others. */
async function isSame({ content }: PushedFile, found: ListFileEntry | undefined): Promise<boolean> {
  if (found === undefined || (found.lfs?.size ?? found.size) !== content.size) return false;
  const hash = found.lfs ? createHash("sha256") : createHash("sha1").update(`blob ${content.size}\0`);
  for await (const chunk of content.stream()) hash.update(chunk);
  return hash.digest("hex") === (found.lfs?.oid ?? found.oid);
}

/** The paths that an earlier push named; none if its manifest is too large to be one that this service pushed. */
async function pathsOfManifest(hub: HubClient, repository: string, commit: string): Promise<string[]> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of await hub.download(`/datasets/${repository}/resolve/${commit}/${MANIFEST}`)) {
    size += chunk.length;
    if (size > MANIFEST_BYTES) return [];
    chunks.push(chunk);
  }
  const lines = Buffer.concat(chunks).toString().split("\n");
  return lines.flatMap((line) => /^[0-9a-f]{64} {2}(.+)$/.exec(line)?.[1] ?? []);
}
