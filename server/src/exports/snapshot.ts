import type { ExportContext, Format } from "@assay/domain/formats/format.ts";
import { toRecord } from "@assay/domain/formats/record.ts";
import type { AnnotationType } from "@assay/domain/types/annotation-type.ts";
import type { Deps } from "../deps.ts";
import type { StagedBlob } from "../platform/blobs.ts";
import type { Tx } from "../platform/db.ts";
import type { ProjectRow } from "../projects/store.ts";
import { lossTally } from "./loss.ts";
import { listRecords, type Reading } from "./records.ts";
import { stageText } from "./source.ts";

/** What a dataset is taken of. */
export interface Subject {
  readonly project: Pick<ProjectRow, "id" | "name" | "labels">;
  readonly type: AnnotationType;
  /** What `loss.json` tells of. */
  readonly format: Format;
}

/** A dataset as it was written from one snapshot. */
export interface Taken {
  /** `dataset.jsonl`. */
  readonly records: StagedBlob;
  readonly items: number;
  readonly project: ExportContext["project"];
  readonly categories: readonly string[];
  /** The text of `loss.json`. */
  readonly loss: string;
}

/**
 * Writes the items as `dataset.jsonl` in one pass of constant memory. Category order is that of the project's
 * labels, retired ones included; labels that are none of these follow by their UTF-16 code units.
 */
export async function takeDataset(
  { blobs }: Deps,
  tx: Tx,
  { project, type, format }: Subject,
  reading: Reading,
): Promise<Taken> {
  const tally = lossTally(format);
  const found = new Set<string>();
  let items = 0;
  async function* lines(): AsyncGenerator<string> {
    for await (const item of listRecords(tx, reading)) {
      items += 1;
      tally.add(item);
      if (item.result !== null) for (const label of type.labels(item.result)) found.add(label);
      yield `${toRecord(item)}\n`;
    }
  }
  const records = await stageText(blobs, lines());
  const named = project.labels.map(({ name }) => name);
  const unnamed = [...found].filter((label) => !named.includes(label)).sort();
  return {
    records,
    items,
    project: { id: project.id, name: project.name, annotation_type: type.name },
    categories: [...named, ...unnamed],
    loss: tally.text(),
  };
}
