import { ServiceError } from "@assay/domain/errors.ts";
import type { Deps } from "../deps.ts";
import { removeUnusedBlobs } from "../platform/blobs/blob-rows.ts";
import { isStoresFault } from "../platform/blobs/stores-fault.ts";
import { copyTransaction } from "../platform/database/copy.ts";
import type { Tx } from "../platform/database/db.ts";
import { copyLines } from "./file-lines.ts";
import { createStaging, type Part, type Staging } from "./formats/part.ts";
import { remainingBytes, tooMuchStored } from "./quota.ts";
import { FetchError, fetchPart } from "./receiving/fetch.ts";
import { inspectParts } from "./receiving/inspect.ts";
import { fetchLinks, livingLinks } from "./receiving/links.ts";
import { createSkips, type Skips } from "./receiving/skips.ts";
import { summarize } from "./receiving/summary.ts";
import { saveFiles } from "./save.ts";
import type { Contents } from "./save-lines.ts";
import { findInStatus, findUpload, type UploadRow, updateUpload } from "./store.ts";

/**
 * Makes a `processing` upload `ready`, by fetching, unpacking and reading its source, or `failed` with the
 * reason. Everything becomes visible in one commit, so that a second run after a crash has no second effect.
 * Errors that are not the sender's are thrown, so that the queue tries again.
 */
export async function processUpload(deps: Deps, { upload_id }: { upload_id: string }): Promise<void> {
  const upload = await findUpload(deps.db, upload_id);
  if (upload?.status !== "processing") return;
  const staging = createStaging(deps.blobs);
  try {
    const skips = createSkips(upload.on_error);
    const parts = await obtainParts(deps, upload, { staging, skips });
    const files = await inspectParts(parts, staging, skips);
    const remaining = await remainingBytes(deps.db, upload.account_id);
    const links = await fetchLinks(deps.outbound, staging, files, { remaining, skips });
    await finish(deps, upload.id, { parts, files, links, skips });
  } catch (fault) {
    await fail(deps, upload.id, errorOf(fault));
  } finally {
    await staging.discard();
  }
  await removeUnusedBlobs(deps, digestsOf(upload)); // those of a failed upload, and unpacked archives
}

/** The digests of an unfinished upload's stored parts. */
export function digestsOf({ source }: Pick<UploadRow, "source">): string[] {
  return source?.parts?.map(({ sha256 }) => sha256) ?? [];
}

async function obtainParts(
  { blobs, outbound }: Deps,
  { source }: UploadRow,
  { staging, skips }: { readonly staging: Staging; readonly skips: Skips },
): Promise<Part[]> {
  const parts: Part[] = (source?.parts ?? []).map(({ filename, declared, sha256, size_bytes }) => ({
    filename,
    declared,
    blob: blobs.kept({ sha256, size_bytes }),
  }));
  const urls = source?.urls ?? [];
  for (const [index, url] of urls.entries()) {
    try {
      parts.push(await fetchPart(outbound, staging, url, urls.length > 1 ? `urls.${index}` : "the URL"));
    } catch (fault) {
      skips.add(url.url, null, fault);
    }
  }
  return parts;
}

async function finish(
  deps: Deps,
  id: string,
  { parts, ...contents }: Contents & { readonly parts: readonly Part[] },
): Promise<void> {
  const summary = await summarize(parts);
  await copyTransaction(deps.pool, async (tx, copyIn) => {
    const upload = await findInStatus(tx, id, "processing");
    if (upload === undefined) return;
    await assertExpandedFits(tx, upload, bytesOf(contents));
    const stored = await saveFiles(deps, tx, { upload, ...contents }, copyLines(copyIn, upload.account_id));
    const done = { status: "ready", source: null, error: null, expires_at: null } as const;
    await updateUpload(tx, id, { ...summary, ...done, ...stored, updated_at: deps.now() });
  });
}

function bytesOf({ files, links }: Contents): number {
  const all = [...files, ...livingLinks(links).map(({ file }) => file)];
  return all.reduce((sum, { blob }) => sum + blob.size_bytes, 0);
}

/** Throws `payload_too_large` if unpacked and fetched files exceed the plan; trying again would not help. */
async function assertExpandedFits(tx: Tx, { account_id, size_bytes }: UploadRow, bytes: number) {
  const remaining = size_bytes + (await remainingBytes(tx, account_id));
  if (bytes > remaining) {
    throw new ServiceError("payload_too_large", tooMuchStored(bytes, remaining).message);
  }
}

async function fail(deps: Deps, id: string, error: { code: string; message: string }): Promise<void> {
  await deps.db.transaction().execute(async (tx) => {
    if ((await findInStatus(tx, id, "processing")) === undefined) return;
    const failed = {
      status: "failed",
      source: null,
      error: JSON.stringify(error),
      expires_at: null,
    } as const;
    await updateUpload(tx, id, { ...failed, updated_at: deps.now() });
  });
}

/** The error for the sender; rethrows errors that are not the sender's. */
function errorOf(fault: unknown): { code: string; message: string } {
  if (fault instanceof FetchError) return { code: "fetch_failed", message: fault.message };
  if (fault instanceof ServiceError && !isStoresFault(fault)) {
    return { code: fault.code, message: fault.message };
  }
  throw fault;
}
