import type { ServiceError } from "@assay/domain/errors.ts";
import type { Deps } from "../deps.ts";
import type { StagedBlob } from "../platform/blobs/blobs.ts";
import { filesOf } from "./contents.ts";
import type { Part } from "./formats/part.ts";
import { type Run, runSteps } from "./process.ts";
import { remainingBytes } from "./quota.ts";
import { fetchPart } from "./receiving/fetch.ts";
import { fetchLinks, type Link } from "./receiving/links.ts";
import { createSkips } from "./receiving/skips.ts";
import { toLinkStep, toLinks } from "./restore-steps.ts";
import { keepStaged } from "./save.ts";
import {
  advance,
  insertSteps,
  listSteps,
  lockAt,
  type Step,
  type StepKind,
  shareProcessing,
} from "./steps.ts";
import type { UploadRow } from "./store.ts";

/**
 * Fetches the URLs of a `processing` upload, then those of its lines, and records each. A run after a crash, or after the
 * turns of other accounts, continues from there (ADR 0074). Hands the upload back to `process_upload`, or fails it.
 */
export async function fetchUrls(
  deps: Deps,
  { account_id, upload_id }: { account_id: string; upload_id: string },
  died?: ServiceError,
): Promise<void> {
  await runSteps(deps, { id: upload_id, account_id }, { name: "fetch_urls", died }, async (run, upload) => {
    if (!(await fetchParts(run, upload))) return "fetch_urls";
    if (upload.progress?.next === null && !(await fetchLinksOf(run, upload))) return "fetch_urls";
    return "process_upload";
  });
}

/** Whether all are fetched. */
async function fetchParts(run: Run, upload: UploadRow): Promise<boolean> {
  const { deps, staging, turn } = run;
  const urls = upload.source?.urls ?? [];
  const skips = createSkips(upload.on_error);
  const known = new Set((await listSteps(deps.db, upload, "part")).map(({ position }) => position));
  for (const [position, url] of urls.entries()) {
    if (known.has(position)) continue;
    const what = urls.length > 1 ? `urls.${position}` : "the URL";
    const outcome = await fetchPart(deps.outbound, staging, url, what).catch((fault: unknown) => {
      if (!skips.allows(fault)) throw fault;
      return fault;
    });
    const isStored = await record(
      deps,
      upload,
      "part",
      [toPartStep(position, outcome)],
      outcome instanceof Error ? [] : [outcome.blob],
    );
    if (!isStored || (await turn.isOver())) return false;
  }
  return true;
}

/** What an object or URL gave, as the step at `position`. */
export function toPartStep(position: number, outcome: Part | Error): Step<"part"> {
  if (outcome instanceof Error) {
    const result = { filename: "", declared: null, size_bytes: null, fault: outcome.message };
    return { position, sha256: null, result };
  }
  const { filename, declared = null, blob } = outcome;
  const result = { filename, declared, size_bytes: blob.size_bytes, fault: null };
  return { position, sha256: blob.sha256, result };
}

/** Whether all are fetched. */
async function fetchLinksOf({ deps, staging, turn }: Run, upload: UploadRow): Promise<boolean> {
  const skips = createSkips(upload.on_error);
  const files = await filesOf(deps, upload, createSkips(upload.on_error));
  const known = toLinks(deps.blobs, await listSteps(deps.db, upload, "link"));
  const remaining = await remainingBytes(deps.db, upload.account_id);
  let isOver = false;
  await fetchLinks(deps.outbound, staging, files, {
    ...{ remaining, skips, known },
    async record(position, url, link) {
      const blobs = "file" in link ? [link.file.blob] : [];
      const isStored = await record(deps, upload, "link", [toLinkStep(position, url, link)], blobs);
      if (!isStored || (await turn.isOver())) isOver = true;
      return !isOver;
    },
  });
  if (isOver || upload.progress === null) return false;
  const after = { ...upload.progress, links_fetched: true };
  await deps.db.transaction().execute(async (tx) => {
    await lockAt(tx, upload);
    await advance(tx, upload, after);
  });
  return true;
}

/** Stores what URLs or objects gave; false if the upload is processed no longer. */
export async function record<Kind extends StepKind>(
  deps: Deps,
  upload: UploadRow,
  kind: Kind,
  steps: readonly Step<Kind>[],
  blobs: readonly (Link["file"]["blob"] | StagedBlob)[],
): Promise<boolean> {
  return deps.db.transaction().execute(async (tx) => {
    if (!(await shareProcessing(tx, upload))) return false;
    await keepStaged(deps, tx, blobs);
    await insertSteps(tx, upload, kind, steps);
    return true;
  });
}
