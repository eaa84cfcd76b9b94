import { createHash } from "node:crypto";
import { seededRandom } from "@assay/domain/agreement.ts";
import type { FieldAnswers } from "@assay/domain/fields.ts";
import { sql } from "kysely";
import { ANSWERS_TEXT } from "../answers/answers.ts";
import type { BatchRow } from "../batches/store.ts";
import type { PresentNames } from "../guidelines/names.ts";
import type { Tx } from "../platform/database/db.ts";

/**
 * What a report reads at most: items, so that shares err by about half a percent, and characters of results, which are 20,000
 * items with labels, about 300 with a hundred boxes.
 */
export const MOST_READ = { items: 20_000, characters: 8_000_000 } as const;
const PAGE = 250;

export interface Answer {
  readonly member_id: string;
  /** With current label names, like all results here. */
  readonly result: unknown;
  readonly fields: FieldAnswers | null;
}

export interface SampledItem {
  /** The accepted label; null if there is none. */
  readonly label: unknown;
  /** The current answers of the item's round. */
  readonly answers: readonly Answer[];
}

export interface Sample {
  readonly items: readonly SampledItem[];
  /** Characters of JSON in total. */
  readonly characters: number;
}

type SampledBatch = Pick<BatchRow, "account_id" | "id" | "item_count">;

interface ItemRow {
  readonly label: string | null;
  readonly guideline_version: number | null;
  /** A JSON list of [member_id, guideline_version, result, fields]. */
  readonly answers: string | null;
}

/**
 * Items of a batch that are not excluded, with their answers: all of them, or as many random ones as can be
 * read in about a second. The sample depends only on the batch, so that reports of an unchanged batch are
 * equal.
 */
export async function readSample(
  tx: Tx,
  batch: SampledBatch,
  present: PresentNames,
  most: { readonly items: number; readonly characters: number } = MOST_READ,
): Promise<Sample> {
  const positions = drawPositions(batch, most.items);
  const items: SampledItem[] = [];
  let characters = 0;
  for (let start = 0; start < positions.length && characters < most.characters; start += PAGE) {
    for (const row of await readItems(tx, batch, positions.slice(start, start + PAGE))) {
      characters += (row.label?.length ?? 0) + (row.answers?.length ?? 0);
      items.push(toItem(row, present));
      if (characters >= most.characters) break;
    }
  }
  return { items, characters };
}

/** Up to `most` positions in random order, by a partial Fisher–Yates shuffle: those of fewer begin those of more. */
export function drawPositions({ id, item_count }: SampledBatch, most: number): number[] {
  const random = seededRandom(createHash("sha256").update(id).digest().readUInt32LE());
  const positions = new Int32Array(item_count);
  for (let index = 0; index < item_count; index += 1) positions[index] = index + 1;
  const drawn = Math.min(item_count, most);
  for (let index = 0; index < drawn; index += 1) {
    const other = index + Math.floor(random() * (item_count - index));
    const moved = positions[index] ?? 0;
    positions[index] = positions[other] ?? 0;
    positions[other] = moved;
  }
  return [...positions.subarray(0, drawn)];
}

async function readItems(
  tx: Tx,
  { account_id, id }: SampledBatch,
  positions: readonly number[],
): Promise<readonly ItemRow[]> {
  const { rows } = await sql<ItemRow>`
    select items.result::text as label, items.guideline_version, (
      select ${ANSWERS_TEXT} from annotations
      where annotations.account_id = items.account_id and annotations.item_id = answered.id and annotations.round = answered.round and kind = 'annotate'
        and superseded_at is null
    ) as answers
    from unnest(${positions}::integer[]) with ordinality as drawn (position, nth)
    cross join lateral (
      -- The offset has each looked up by its key, whatever the planner thinks of the batch.
      select * from items
      where items.account_id = ${account_id} and batch_id = ${id} and items.position = drawn.position offset 0
    ) as items
    -- The answers to a copy are those to the item that was copied.
    left join lateral (
      select id, round from items as originals
      where originals.account_id = items.account_id and originals.id = coalesce(items.copy_of ->> 'item_id', items.id) limit 1
    ) as answered on true
    where items.status <> 'excluded'
    order by drawn.nth`.execute(tx);
  return rows;
}

function toItem({ label, guideline_version, answers }: ItemRow, present: PresentNames): SampledItem {
  const given: readonly (readonly [string, number, unknown, FieldAnswers | null])[] =
    answers === null ? [] : JSON.parse(answers);
  return {
    label: label === null ? null : present(JSON.parse(label), guideline_version),
    answers: given.map(([member_id, version, result, fields]) => ({
      ...{ member_id, result: present(result, version), fields },
    })),
  };
}
