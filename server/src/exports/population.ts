import { contentDigest, labelDigest, populationLine } from "@assay/domain/draw/population.ts";
import type { ExportItem } from "@assay/domain/formats/format.ts";
import { toHex } from "@assay/domain/log/bytes.ts";
import { growingTree, leafHash } from "@assay/domain/log/tree.ts";
import type { AnnotationType } from "@assay/domain/types/annotation-type.ts";
import type { BatchRow } from "../batches/store.ts";
import type { Deps } from "../deps.ts";
import type { Population } from "../draws/steps.ts";
import type { DrawRow } from "../draws/store.ts";
import { judgingRules, readJudgedNames } from "../guidelines/judging-rules.ts";
import { type PresentNames, readPresentNames } from "../guidelines/names.ts";
import type { StagedBlob } from "../platform/blobs/blobs.ts";
import { type CopyOut, copySnapshot } from "../platform/database/copy.ts";
import type { Tx } from "../platform/database/db.ts";
import { sha256 } from "../platform/sha256.ts";
import { listRecords } from "./file/records.ts";
import { stageGenerated } from "./file/source.ts";

/** The root over the accepted items of a batch, with the names of labels in its judging rules. */
export async function readPopulation({ pool }: Deps, batch: BatchRow): Promise<Population> {
  const { account_id, id: batch_id } = batch;
  return copySnapshot(pool, async (tx, copyOut) => {
    const { guideline_version } = await judgingRules(tx, batch);
    const present = await readJudgedNames(tx, batch);
    const tree = growingTree(sha256);
    let items = 0;
    for await (const lines of populationLines(tx, copyOut, { account_id, batch_id }, present)) {
      for (const line of lines) tree.add(leafHash(sha256, line));
      items += lines.length;
    }
    return { root: toHex(tree.root()), items, names_version: guideline_version };
  });
}

/**
 * Stages `population.jsonl` of a round whose labels were fixed: what its root covers. Throws if the labels are no longer
 * those of the root.
 */
export async function stagePopulation(
  { blobs }: Deps,
  tx: Tx,
  copyOut: CopyOut,
  { draw, type }: { readonly draw: DrawRow; readonly type: AnnotationType },
): Promise<StagedBlob> {
  const batch = await tx
    .selectFrom("batches")
    .select(["account_id", "project_id"])
    .where("account_id", "=", draw.account_id)
    .where("id", "=", draw.batch_id)
    .executeTakeFirstOrThrow();
  const present = await readPresentNames(tx, batch, type, draw.names_version ?? undefined);
  const tree = growingTree(sha256);
  async function* text(): AsyncGenerator<string> {
    for await (const lines of populationLines(tx, copyOut, draw, present)) {
      for (const line of lines) tree.add(leafHash(sha256, line));
      yield lines.map((line) => `${line}\n`).join("");
    }
  }
  const staged = await stageGenerated(blobs, text());
  if (toHex(tree.root()) === draw.root) return staged;
  throw new Error(`the labels of ${draw.batch_id} changed after they were fixed for round ${draw.round}`);
}

/** The lines of `population.jsonl`, some at a time: the accepted items in their order, with the labels that auditors judge. */
async function* populationLines(
  tx: Tx,
  copyOut: CopyOut,
  { account_id, batch_id }: Pick<DrawRow, "account_id" | "batch_id">,
  present: PresentNames,
): AsyncGenerator<readonly string[]> {
  const reading = { account_id, batch_ids: [batch_id], answers: false, corrected: false, present };
  for await (const records of listRecords(tx, copyOut, reading)) {
    const lines: string[] = [];
    for (const { line } of records) {
      const item: ExportItem = JSON.parse(line); // safe: listRecords wrote it
      if (item.status !== "accepted") continue;
      const { id, group } = item;
      const [content, label] = [contentDigest(sha256, item), labelDigest(sha256, item)];
      lines.push(populationLine({ id, group, content, label }));
    }
    yield lines;
  }
}
