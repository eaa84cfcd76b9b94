import { type Answers, NONE, orderAnswers } from "@assay/domain/consensus/answers.ts";
import { createColumn, createPlaces } from "@assay/domain/consensus/columns.ts";
import type { ItemFacts } from "@assay/domain/types/annotation-type.ts";
import { sql } from "kysely";
import type { BatchRow } from "../batches/store.ts";
import { readPresentNames } from "../exports/names.ts";
import type { Tx } from "../platform/db.ts";
import { typeOf } from "../tasks/guidelines.ts";

/** Items that are read at once, and labels that are written at once. */
const PAGE = 500;

/** All that a batch's labels are made of, names as numbers. */
export interface BatchAnswers {
  /** Ids of the items that are not excluded. */
  readonly items: readonly string[];
  /** Names as in the newest guidelines. */
  readonly labels: readonly string[];
  readonly answers: Answers;
  /** By item the label that it has, as its place in `labels`; NONE where it has none. */
  readonly present: Int32Array;
  /** The same of items whose label somebody knew: gold, adjudicated and audited ones. */
  readonly known: Int32Array;
  /** By item 1 where its label is a consensus, which may be changed. */
  readonly isConsensus: Uint8Array;
}

interface ItemRow {
  readonly id: string;
  readonly position: number;
  readonly origin: string | null;
  readonly result: unknown;
  readonly guideline_version: number | null;
  /** [member_id, guideline_version, result] of each. */
  readonly answers: readonly (readonly [string, number, unknown])[] | null;
}

const NO_FACTS: ItemFacts = {
  ...{ width: null, height: null, text: null, duration: null, responses: null },
};
const KNOWN: readonly (string | null)[] = ["gold", "adjudication", "audit"];

/** Reads the current answers to a batch's items, with what the items are labelled as, some items at a time. */
export async function readBatchAnswers(tx: Tx, batch: BatchRow): Promise<BatchAnswers> {
  const type = typeOf(batch);
  const presentNames = await readPresentNames(tx, batch.project_id, type);
  const [labels, members] = [createPlaces(), createPlaces()];
  const labelOf = (result: unknown, version: number | null) => {
    const [label] = type.labels(presentNames(result, version));
    return label === undefined ? NONE : labels.place(label);
  };
  const items: ItemState[] = [];
  const columns = { item: createColumn(), worker: createColumn(), label: createColumn() };
  for await (const row of readItems(tx, batch.id)) {
    // A result from outside that fits no type has no label here: a gate of the verdict tells of it.
    const isValid = type.validate(row.result, NO_FACTS, null).length === 0;
    const label = isValid ? labelOf(row.result, row.guideline_version) : NONE;
    for (const [member, version, result] of row.answers ?? []) {
      columns.item.push(items.length);
      columns.worker.push(members.place(member));
      columns.label.push(labelOf(result, version));
    }
    items.push({ id: row.id, label, origin: row.origin });
  }
  return {
    items: items.map(({ id }) => id),
    labels: labels.names,
    answers: orderAnswers({
      ...{ items: items.length, workers: members.names.length, labels: labels.names.length },
      item: columns.item.all(),
      worker: columns.worker.all(),
      label: columns.label.all(),
    }),
    present: Int32Array.from(items, ({ label }) => label),
    known: Int32Array.from(items, ({ label, origin }) => (KNOWN.includes(origin) ? label : NONE)),
    isConsensus: Uint8Array.from(items, ({ origin }) => Number(origin === "consensus")),
  };
}

interface ItemState {
  readonly id: string;
  readonly label: number;
  readonly origin: string | null;
}

async function* readItems(tx: Tx, batch_id: string): AsyncGenerator<ItemRow> {
  for (let after = -1, isMore = true; isMore; ) {
    const { rows } = await sql<ItemRow>`
      select id, position, origin, result, guideline_version, (
        select jsonb_agg(jsonb_build_array(member_id, annotations.guideline_version, annotations.result)
          order by annotations.id)
        from annotations
        where annotations.item_id = items.id and annotations.round = items.round
          and kind in ('annotate', 'gold') and superseded_at is null
      ) as answers
      from items
      where batch_id = ${batch_id} and status <> 'excluded' and position > ${after}
      order by position limit ${PAGE}`.execute(tx);
    yield* rows;
    after = rows.at(-1)?.position ?? after;
    isMore = rows.length === PAGE;
  }
}

/** A new label for an item. */
export interface LabelChange {
  readonly item_id: string;
  readonly from: string;
  readonly to: string;
  readonly support: number;
}

/** Writes labels, under their names in the newest guidelines; only a consensus is ever changed. */
export async function writeLabels(tx: Tx, batch: BatchRow, changes: readonly LabelChange[]): Promise<void> {
  for (let start = 0; start < changes.length; start += PAGE) {
    const page = changes.slice(start, start + PAGE);
    await sql`
      update items set result = jsonb_build_object('label', changed.label), support = changed.support,
        guideline_version = (select guideline_version from projects where id = ${batch.project_id})
      from unnest(${page.map(({ item_id }) => item_id)}::text[], ${page.map(({ to }) => to)}::text[],
        ${page.map(({ support }) => support)}::double precision[]) as changed (id, label, support)
      where items.id = changed.id and status = 'accepted' and origin = 'consensus'`.execute(tx);
  }
}
