import { perOf } from "@assay/domain/field-limits.ts";
import type { AnsweredItem } from "@assay/domain/types/annotation-type.ts";
import type { BatchRow } from "../batches/store.ts";
import { readFieldsByVersion, typeOf } from "../guidelines/guidelines.ts";
import { readJudgedNames } from "../guidelines/judging-rules.ts";
import type { Tx } from "../platform/database/db.ts";
import type { ConsensusVersion } from "../platform/database/work-tables.ts";
import { isOfAnswers } from "../queue/origin.ts";
import { answersOf, hasResult, isKnownLabel, type ResultChange, readItems, writeResults } from "./store.ts";

type Counts = Pick<
  ConsensusVersion,
  "items" | "answers" | "annotators" | "labels" | "known" | "changed" | "iterations"
>;

/**
 * Decides the results of a batch's items together, for types that have a model for it. Changes only results that come
 * from a consensus. Returns null, and changes nothing, for other types, and if a field asks about each object of a
 * result, because its answers belong to the objects of the item's own consensus.
 */
export async function decideTogether(tx: Tx, batch: BatchRow): Promise<Counts | null> {
  const type = typeOf(batch);
  if (type.decideTogether === null) return null;
  const versions = await readFieldsByVersion(tx, batch);
  if ([...versions.values()].some((fields) => fields.some((field) => perOf(field) === "object"))) return null;
  const presentNames = await readJudgedNames(tx, batch);
  const [annotators, labels] = [new Set<string>(), new Set<string>()];
  const [items, stored]: [AnsweredItem[], { readonly id: string; readonly result: unknown }[]] = [[], []];
  for await (const row of readItems(tx, batch)) {
    const isValid = hasResult(row, type);
    const present = isValid ? presentNames(row.result, row.guideline_version) : null;
    const answers = [...answersOf(row)].map(([annotator, version, result]) => {
      annotators.add(annotator);
      return { annotator, result: presentNames(result, version) };
    });
    for (const { result } of answers) for (const label of type.labels(result)) labels.add(label);
    items.push({ answers, known: isKnownLabel(row) ? present : null });
    stored.push({ id: row.id, result: isValid && isOfAnswers(row.origin) ? present : null });
  }
  const { results, iterations } = type.decideTogether(items);
  const changes = stored.flatMap(({ id, result }, index): ResultChange[] => {
    const decided = results[index] ?? null;
    if (result === null || decided === null || type.distance(result, decided.result) === 0) return [];
    return [{ item_id: id, result: decided.result, support: decided.support }];
  });
  await writeResults(tx, batch, changes);
  return {
    items: items.length,
    answers: items.reduce((sum, { answers }) => sum + answers.length, 0),
    ...{ annotators: annotators.size, labels: labels.size },
    known: items.filter(({ known }) => known !== null).length,
    ...{ changed: changes.length, iterations },
  };
}
