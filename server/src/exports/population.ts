import { contentDigest, labelDigest, populationLine, populationRoot } from "@assay/domain/draw/population.ts";
import type { ExportItem } from "@assay/domain/formats/format.ts";
import type { BatchRow } from "../batches/store.ts";
import type { Deps } from "../deps.ts";
import type { Population } from "../draws/steps.ts";
import { type PresentNames, readPresentNames } from "../guidelines/names.ts";
import { sha256 } from "../log/store.ts";
import { type CopyOut, copySnapshot } from "../platform/database/copy.ts";
import type { Tx } from "../platform/database/db.ts";
import { getAnnotationType } from "../projects/settings.ts";
import { getProject } from "../projects/store.ts";
import { listRecords } from "./file/records.ts";

/** The root over the accepted items of a batch, with the present names of labels. */
export async function readPopulation({ pool }: Deps, batch: BatchRow): Promise<Population> {
  return copySnapshot(pool, async (tx, copyOut) => {
    const { guideline_version } = await getProject(tx, batch.account_id, batch.project_id);
    const type = getAnnotationType(batch.canonical_type);
    const present = await readPresentNames(tx, batch.project_id, type);
    const lines: string[] = [];
    for await (const line of populationLines(tx, copyOut, batch.id, present)) lines.push(line);
    return { root: populationRoot(sha256, lines), items: lines.length, names_version: guideline_version };
  });
}

/** The lines of `population.jsonl`: the accepted items in their order, with the labels that auditors judge. */
export async function* populationLines(
  tx: Tx,
  copyOut: CopyOut,
  batch_id: string,
  present: PresentNames,
): AsyncGenerator<string> {
  const reading = { batch_ids: [batch_id], answers: false, corrected: false, present };
  for await (const records of listRecords(tx, copyOut, reading)) {
    for (const { line } of records) {
      const item: ExportItem = JSON.parse(line); // safe: listRecords wrote it
      if (item.status !== "accepted") continue;
      const { id, group } = item;
      yield populationLine({
        id,
        group,
        content: contentDigest(sha256, item),
        label: labelDigest(sha256, item),
      });
    }
  }
}
