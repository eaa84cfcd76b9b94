import { ServiceError } from "@assay/domain/errors.ts";
import type { Deps } from "../deps.ts";
import { buildFile } from "../exports/file/build-file.ts";
import { readAbout } from "../exports/file/dataset.ts";
import { type Source, stageGenerated } from "../exports/file/source.ts";
import { fileOf, readVariant } from "../exports/file/variants.ts";
import type { ReadableBlob, StagedBlob } from "../platform/blobs/blobs.ts";
import { discardingStaged } from "../platform/blobs/discarding.ts";
import { readLines } from "../platform/chunks.ts";
import { diffText, newLines } from "./compare.ts";
import { type FileKey, findFile, findVersion, insertFiles, shareVersions } from "./store.ts";

/** The variant of a file with the differences from another version. */
export const DIFF = "diff";

/**
 * Builds another file of a version from its frozen records, and keeps it. Does nothing if it exists already, or if one of
 * the versions was erased. Throws `died` as `invalid_state`, for `takeRefusal`.
 */
export async function buildDatasetFile(deps: Deps, key: FileKey, died?: ServiceError): Promise<void> {
  const { db } = deps;
  const versions = key.since === 0 ? [key.version] : [key.version, key.since];
  for (const version of versions) {
    const row = await findVersion(db, { ...key, version });
    if (row?.status !== "ready") return;
  }
  if ((await findFile(db, key)) !== undefined) return;
  if (died !== undefined) throw new ServiceError("invalid_state", died.message);
  await discardingStaged(deps.blobs, async (blobs) => {
    const { staged, ...named } = await stage({ ...deps, blobs }, key);
    await db.transaction().execute(async (tx) => {
      if (!(await shareVersions(tx, key, versions))) return;
      const { since, split, variant } = key;
      await insertFiles({ ...deps, blobs }, tx, key, [{ since, split, variant, ...named, staged }]);
    });
  });
}

interface Staged {
  readonly filename: string;
  readonly media_type: string;
  readonly staged: StagedBlob;
}

async function stage(deps: Deps, key: FileKey): Promise<Staged> {
  const { dataset_id, version, since, split } = key;
  const stem = [dataset_id, `v${version}`, split, since > 0 ? `since-v${since}` : ""]
    .filter(Boolean)
    .join(".");
  const before = since === 0 ? undefined : await open(deps, { ...key, version: since }, "dataset.jsonl");
  const whole = await open(deps, key, "dataset.jsonl");
  if (key.variant === DIFF) {
    const staged = await stageGenerated(deps.blobs, diffText(before, whole));
    return { filename: `${stem}.diff.jsonl`, media_type: "application/x-ndjson", staged };
  }
  const variant = readVariant(key.variant === "dataset.jsonl" ? "format:jsonl" : key.variant);
  const isPart = split !== "" || before !== undefined;
  const records = isPart ? await stageGenerated(deps.blobs, partOf(whole, before, split)) : undefined;
  if (key.variant === "dataset.jsonl" && records !== undefined)
    return { ...fileOf(variant, stem), staged: records };
  const about = await open(deps, key, "about.json");
  const certificates = await open(deps, key, "certificates.json");
  const dataset = {
    context: await readAbout(about),
    records: records ?? whole,
    beside: [
      { path: "about.json", source: about },
      { path: "certificates.json", source: certificates },
    ],
    note: noteOf(key),
    certification: null,
  };
  return { ...fileOf(variant, stem), staged: await buildFile(deps, key.account_id, dataset, variant) };
}

function noteOf({ dataset_id, version, since, split }: FileKey): string {
  const part = split === "" ? "" : `, split ${split}`;
  const change = since === 0 ? "" : `, what is new since version ${since}`;
  return `dataset ${dataset_id}, version ${version}${part}${change}; certificates.json names the certificates of its batches`;
}

async function open(deps: Deps, key: FileKey, variant: string): Promise<ReadableBlob> {
  const row = await findFile(deps.db, { ...key, since: 0, split: "", variant });
  if (row === undefined) throw new Error(`version ${key.version} of ${key.dataset_id} has no ${variant}`);
  return deps.blobs.kept(row);
}

/** The lines of a split (empty = all), as far as they are new since `before`. */
async function* partOf(whole: Source, before: Source | undefined, split: string): AsyncGenerator<string> {
  // A record ends in its split, which no content can imitate there: quotes within texts are escaped.
  const end = split === "" ? "" : `,"split":"${split}"}`;
  const lines = before === undefined ? readLines(whole.open().setEncoding("utf8")) : newLines(before, whole);
  for await (const line of lines) if (line.endsWith(end)) yield `${line}\n`;
}
