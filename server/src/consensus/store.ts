import { orderAnswers } from "@assay/domain/consensus/answers.ts";
import { createColumn, createPlaces } from "@assay/domain/consensus/columns.ts";
import type { LabelSets } from "@assay/domain/consensus/label-sets.ts";
import type { AnnotationType, ItemFacts } from "@assay/domain/types/annotation-type.ts";
import { sql } from "kysely";
import { ANSWERS_TEXT } from "../answers/answers.ts";
import type { BatchRow } from "../batches/store.ts";
import { typeOf } from "../guidelines/guidelines.ts";
import { judgingRules, readJudgedNames } from "../guidelines/judging-rules.ts";
import { readExternalIds } from "../members/store.ts";
import type { Tx } from "../platform/database/db.ts";
import { writeConsensus } from "../queue/labels.ts";
import { isOfAnswers } from "../queue/origin.ts";

/** Number of items read, and labels written, per statement. */
const PAGE = 500;

/** The input for a batch's labels, names as numbers. */
export interface BatchAnswers {
  /** Ids of the items that are not excluded. */
  readonly items: readonly string[];
  /** Their names in the judging rules. */
  readonly labels: readonly string[];
  /** Items and labels as indexes into these lists. */
  readonly sets: LabelSets;
}

export interface ItemRow {
  readonly id: string;
  readonly position: number;
  readonly external_id: string | null;
  readonly origin: string | null;
  readonly result: unknown;
  readonly guideline_version: number | null;
  /** See `ANSWERS_TEXT`. */
  readonly answers: string | null;
}

const NO_FACTS: ItemFacts = {
  ...{ width: null, height: null, text: null, duration: null, responses: null },
};
/** Sources of labels that count as known. */
const KNOWN: readonly (string | null)[] = ["gold", "adjudication", "audit"];

/** Whether the item's result fits the type; a gate of the verdict reports one that does not. */
export function hasResult({ result }: ItemRow, type: AnnotationType): boolean {
  return type.validate(result, NO_FACTS, null).length === 0;
}

/** Whether the item's label counts as right. */
export function isKnownLabel({ origin }: ItemRow): boolean {
  return KNOWN.includes(origin);
}

/** One answer per annotator, the last one: member, guideline version and result. */
export function answersOf({
  answers,
}: Pick<ItemRow, "answers">): Iterable<readonly [string, number, unknown]> {
  const all: readonly (readonly [string, number, unknown])[] = JSON.parse(answers ?? "[]");
  return new Map(all.map((each) => [each[0], each])).values();
}

/** Reads the current answers to a batch's items and their present labels, some items at a time. */
export async function readBatchAnswers(tx: Tx, batch: BatchRow): Promise<BatchAnswers> {
  const type = typeOf(batch);
  const presentNames = await readJudgedNames(tx, batch);
  const [labels, members] = [createPlaces(), createPlaces()];
  const [items, itemNames]: [string[], string[]] = [[], []];
  const columns = { item: createColumn(), worker: createColumn() };
  const [said, present]: [number[][], number[][]] = [[], []];
  const placesOf = (result: unknown, version: number | null) => {
    const names = type.labels(presentNames(result, version));
    return [...new Set(names.map(labels.place))];
  };
  const note = (places: readonly number[], byLabel: number[][], where: number) => {
    for (const place of places) {
      const list = byLabel[place] ?? [];
      byLabel[place] = list;
      list.push(where);
    }
  };
  const [isKnown, mayChange] = [createColumn(), createColumn()];
  let count = 0;
  for await (const row of readItems(tx, batch)) {
    const isValid = hasResult(row, type);
    if (isValid) note(placesOf(row.result, row.guideline_version), present, items.length);
    isKnown.push(Number(isValid && isKnownLabel(row)));
    mayChange.push(Number(isValid && isOfAnswers(row.origin)));
    for (const [member, version, result] of answersOf(row)) {
      columns.item.push(items.length);
      columns.worker.push(members.place(member));
      note(placesOf(result, version), said, count);
      count += 1;
    }
    items.push(row.id);
    itemNames.push(row.external_id ?? `${row.position}`);
  }
  // Ids are random: the names by which clients know items and annotators keep the choice of a model the same.
  const externalIds = await readExternalIds(tx, batch.account_id, members.names);
  const workerNames = members.names.map((id) => externalIds.get(id) ?? id);
  const byLabel = (places: number[][]) => labels.names.map((_name, place) => places[place] ?? []);
  return {
    items,
    labels: labels.names,
    sets: {
      isExactlyOne: type.labelOf !== null,
      answers: orderAnswers({
        ...{ items: items.length, workers: members.names.length, labels: labels.names.length },
        ...{ item: columns.item.all(), worker: columns.worker.all(), label: new Uint32Array(count) },
        names: { items: itemNames, workers: workerNames },
      }),
      ...{ said: byLabel(said), present: byLabel(present) },
      ...{ isKnown: Uint8Array.from(isKnown.all()), mayChange: Uint8Array.from(mayChange.all()) },
    },
  };
}

/** The items that are not excluded, with their current answers, by position. */
export async function* readItems(
  tx: Tx,
  { account_id, id }: Pick<BatchRow, "account_id" | "id">,
): AsyncGenerator<ItemRow> {
  for (let after = -1, isMore = true; isMore; ) {
    const { rows } = await sql<ItemRow>`
      select id, position, external_id, origin, result, guideline_version, (
        select ${ANSWERS_TEXT} from annotations
        where annotations.account_id = items.account_id and annotations.item_id = items.id
          and annotations.round = items.round
          and kind in ('annotate', 'gold') and superseded_at is null
      ) as answers
      from items
      where account_id = ${account_id} and batch_id = ${id} and status <> 'excluded' and position > ${after}
      order by position limit ${PAGE}`.execute(tx);
    yield* rows;
    after = rows.at(-1)?.position ?? after;
    isMore = rows.length === PAGE;
  }
}

/** Other labels for an item, by name, sorted. */
export interface LabelChange {
  readonly item_id: string;
  readonly from: readonly string[];
  readonly to: readonly string[];
  readonly support: number;
}

/** Another result for an item. */
export interface ResultChange {
  readonly item_id: string;
  readonly result: unknown;
  readonly support: number;
}

/** Writes labels, under their names in the judging rules; changes only labels from a consensus. */
export async function writeLabels(tx: Tx, batch: BatchRow, changes: readonly LabelChange[]): Promise<void> {
  const { name, resultOf } = typeOf(batch);
  if (resultOf === null) throw new TypeError(`a result of ${name} is more than its labels`);
  const results = changes.map(({ item_id, to, support }) => ({ item_id, result: resultOf(to), support }));
  await writeResults(tx, batch, results);
}

/** The same for whole results. */
export async function writeResults(tx: Tx, batch: BatchRow, changes: readonly ResultChange[]): Promise<void> {
  const { guideline_version } = await judgingRules(tx, batch);
  for (let start = 0; start < changes.length; start += PAGE)
    await writeConsensus(tx, batch.account_id, guideline_version, changes.slice(start, start + PAGE));
}
