import type { ExportContext } from "@assay/domain/formats/format.ts";
import type { AnnotationType } from "@assay/domain/types/annotation-type.ts";
import type { Deps } from "../../deps.ts";
import type { StagedBlob } from "../../platform/blobs/blobs.ts";
import type { CopyOut } from "../../platform/database/copy.ts";
import type { Tx } from "../../platform/database/db.ts";
import type { ProjectRow } from "../../projects/store.ts";
import { exportedProject } from "./exported-project.ts";
import { listRecords, type Reading, type RecordLine } from "./records.ts";
import { stageGenerated } from "./source.ts";

/** The source of a dataset. */
export interface Subject {
  readonly project: Pick<ProjectRow, "id" | "name" | "labels" | "type_options">;
  readonly type: AnnotationType;
}

/** A dataset written from one snapshot. */
export interface Taken {
  /** `dataset.jsonl`. */
  readonly records: StagedBlob;
  readonly items: number;
  readonly project: ExportContext["project"];
  readonly categories: readonly string[];
  /** How many items have each label. */
  readonly labels: ReadonlyMap<string, number>;
  /** Number of answers by annotator, under pseudonyms. */
  readonly annotators: ReadonlyMap<string, number>;
  /** Number of excluded items. */
  readonly excluded: number;
}

/**
 * Writes the items as `dataset.jsonl` in one pass of constant memory. Category order is that of the project's
 * labels, including retired ones; other labels follow, sorted by UTF-16 code units.
 */
export async function takeDataset(
  { blobs }: Deps,
  tx: Tx,
  copyOut: CopyOut,
  { project, type }: Subject,
  reading: Reading,
): Promise<Taken> {
  const labels = new Map<string, number>();
  const annotators = new Map<string, number>();
  let items = 0;
  let excluded = 0;
  function note({ result, isExcluded, annotators: answered }: RecordLine): void {
    items += 1;
    if (isExcluded) excluded += 1;
    if (result !== null) for (const label of new Set(type.labels(result))) count(labels, label);
    for (const annotator of answered) count(annotators, annotator);
  }
  async function* lines(): AsyncGenerator<string> {
    for await (const records of listRecords(tx, copyOut, reading)) {
      let text = "";
      for (const record of records) {
        note(record);
        text += `${record.line}\n`;
      }
      yield text;
    }
  }
  const records = await stageGenerated(blobs, lines());
  const named = project.labels.map(({ name }) => name);
  const unnamed = [...labels.keys()].filter((label) => !named.includes(label)).sort();
  return {
    records,
    items,
    project: exportedProject(project, type),
    categories: [...named, ...unnamed],
    ...{ labels, annotators, excluded },
  };
}

function count(counts: Map<string, number>, name: string): void {
  counts.set(name, (counts.get(name) ?? 0) + 1);
}
