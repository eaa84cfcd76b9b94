import { namesAs, type ProjectOf } from "../guidelines/guidelines.ts";
import type { Db } from "../platform/database/db.ts";

/** A label and the guideline version of its names; if that is null, there is no label. */
interface Labeled {
  readonly result: unknown;
  readonly guideline_version: number | null;
}

interface LabeledItem extends Labeled, ProjectOf {
  readonly canonical_type: string;
  readonly newest_version: number;
  readonly predictions?: readonly Labeled[];
}

/**
 * Translates the labels and pre-labels of the items to current label names. Free if no guideline version is
 * newer than the labels; otherwise it reads the versions once and caches them.
 */
export async function presentLabels<Item extends LabeledItem>(
  db: Db,
  items: readonly Item[],
): Promise<Item[]> {
  const shown: Item[] = [];
  for (const item of items) {
    const predictions = [];
    for (const prediction of item.predictions ?? []) {
      predictions.push({ ...prediction, result: await namesAs(db, item, prediction, item.newest_version) });
    }
    const result = await namesAs(db, item, item, item.newest_version);
    shown.push(item.predictions === undefined ? { ...item, result } : { ...item, result, predictions });
  }
  return shown;
}
