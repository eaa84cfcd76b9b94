import type { PredictionsPolicy } from "@assay/domain/certification/predictions-policy.ts";
import type { ConversationOutline } from "@assay/domain/conversation-outline.ts";
import { ServiceError } from "@assay/domain/errors.ts";
import type { Origin } from "@assay/domain/formats/format.ts";
import { sql } from "kysely";
import { asSeen, isHiddenFrom, seesSuspicion } from "../bounds/views.ts";
import type { Caller } from "../platform/auth/auth.ts";
import type { Usage } from "../platform/database/answer-tables.ts";
import type { Metadata } from "../platform/database/columns.ts";
import type { Db } from "../platform/database/db.ts";
import type { OtherLabels } from "../platform/database/model-tables.ts";
import type { Row } from "../platform/database/tables.ts";
import { LABELING_MODEL, ORIGIN } from "../queue/origin.ts";
import { EARLIER_ANSWERS, type GivenAnswer, IS_WITHHELD, SHOWS_PREDICTIONS } from "../queue/predictions.ts";
import { presentLabels } from "./present.ts";

/** Identity and position of an item. */
export interface ItemStateRecord
  extends Omit<
    Row<"items">,
    "turn" | "claim_order" | "queue_key" | "open_slots" | "copy_of" | "origin" | "auto_accept"
  > {
  readonly origin: Origin | null;
  /** Null unless the query asks for it. */
  readonly suspicion: ItemSuspicion | null;
  readonly project_id: string;
  readonly canonical_type: string;
  /** Answers per item that the batch's policy asks for. */
  readonly overlap: number;
  /** The project's current guideline version. */
  readonly newest_version: number;
  readonly file: {
    readonly id: string;
    readonly filename: string;
    readonly content_type: string;
    readonly width: number | null;
    readonly height: number | null;
    /** Seconds of a recording. */
    readonly duration: number | null;
  };
  /** The file to show: the item's own, or the one that its line links to. */
  readonly media_id: string;
}

/** An item with the part of its content that a list shows. */
export interface ItemSummaryRecord extends ItemStateRecord {
  /** The beginning of its text, or of what a user says in its conversation; null if it has none. */
  readonly excerpt: string | null;
  /** Of a conversation. */
  readonly outline: ConversationOutline | null;
}

/** How likely a label is wrong, and why: from 0 to 1, null without that evidence. */
export interface ItemSuspicion {
  readonly score: number;
  readonly answers: number | null;
  readonly models: number | null;
  readonly neighbors: number | null;
  readonly predicted: OtherLabels[];
  /** In RFC 3339. */
  readonly computed_at: string;
}

/** A pre-label: a model's prediction for the item. */
export interface Prediction {
  readonly model: string;
  readonly version: string | null;
  readonly prompt_version: string | null;
  readonly score: number | null;
  readonly fields: Metadata | null;
  readonly usage: Usage | null;
  readonly guideline_version: number;
  readonly result: unknown;
}

/** An item with its content. */
export interface ItemRecord extends ItemStateRecord {
  readonly text: string | null;
  readonly conversation: unknown;
  readonly predictions: readonly Prediction[];
  /** Whether tasks show predictions, if the item is not withheld. */
  readonly shows_predictions: boolean;
  /** Which of them tasks show. */
  readonly predictions_policy: PredictionsPolicy;
  /** Whether no task of the item shows predictions, because it is in the random part without them. */
  readonly is_withheld: boolean;
  /** Empty unless the policy shows predictions after the first answer. */
  readonly earlier_answers: readonly GivenAnswer[];
}

const COLUMNS = [
  "items.account_id",
  "items.id",
  "items.batch_id",
  "items.position",
  "items.file_id",
  "items.line",
  "items.external_id",
  "items.group",
  "items.priority",
  "items.metadata",
  "items.status",
  "items.round",
  "items.overlap_required",
  "items.answer_count",
  "items.skip_count",
  "items.result",
  "items.guideline_version",
  "items.fields",
  "items.support",
  "items.excluded_reason",
] as const;

/**
 * Items of the account with their files, for further conditions. Labels have the names under which they were
 * given.
 */
function selectItems(db: Db, account_id: string) {
  return db
    .selectFrom("items")
    .innerJoin("batches", (join) =>
      join.onRef("batches.account_id", "=", "items.account_id").onRef("batches.id", "=", "items.batch_id"),
    )
    .innerJoin("projects", (join) =>
      join
        .onRef("projects.account_id", "=", "items.account_id")
        .onRef("projects.id", "=", "batches.project_id"),
    )
    .leftJoin("file_lines", (join) =>
      join
        .onRef("file_lines.account_id", "=", "items.account_id")
        .onRef("file_lines.file_id", "=", "items.file_id")
        .on("file_lines.line", "=", sql<number>`coalesce(items.line, 0)`),
    )
    .innerJoin("files", (join) =>
      join
        .onRef("files.account_id", "=", "items.account_id")
        .on("files.id", "=", sql<string>`coalesce(file_lines.media_file_id, items.file_id)`),
    )
    .select(COLUMNS)
    .select([ORIGIN.as("origin"), LABELING_MODEL.as("model")])
    .select(["batches.project_id", "batches.canonical_type", "files.id as media_id"])
    .select("projects.guideline_version as newest_version")
    .select(sql<number>`(batches.policy ->> 'overlap')::integer`.as("overlap"))
    .select(
      sql<ItemRecord["file"]>`json_build_object('id', files.id, 'filename', files.filename,
        'content_type', files.content_type, 'width', files.width, 'height', files.height,
        'duration', files.duration)`.as("file"),
    )
    .where("items.account_id", "=", account_id)
    .where("batches.deleted_at", "is", null);
}

/** The suspicion of the label of the row `items`, if `caller` may see it. */
function suspicionFor(caller: Caller) {
  if (!seesSuspicion(caller)) return NO_SUSPICION;
  return sql<ItemSuspicion | null>`case when items.status = 'accepted' then (
    select json_build_object('score', suspicion, 'answers', answers, 'models', models, 'neighbors', neighbors,
      'predicted', coalesce(predicted, '[]'), 'computed_at', to_char(computed_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'))
    from suspicions where suspicions.account_id = items.account_id and suspicions.item_id = items.id) end`;
}

const NO_SUSPICION = sql<ItemSuspicion | null>`null::json`;

/**
 * The items with their text, conversation and pre-labels, unordered. Labels have their current names. Nothing is hidden
 * unless `isHidden` says so.
 */
export async function listItemsWithContent(
  db: Db,
  account_id: string,
  ids: readonly string[],
  { isHidden = sql<boolean>`false`, suspicion = NO_SUSPICION } = {},
): Promise<ItemRecord[]> {
  if (ids.length === 0) return [];
  const items = await selectItems(db, account_id)
    .select([isHidden.as("is_hidden"), suspicion.as("suspicion")])
    .select(["file_lines.text", "file_lines.conversation"])
    .select(sql<PredictionsPolicy>`coalesce(batches.policy -> 'predictions', '{}')`.as("predictions_policy"))
    .select(SHOWS_PREDICTIONS.as("shows_predictions"))
    .select([IS_WITHHELD.as("is_withheld"), EARLIER_ANSWERS.as("earlier_answers")])
    .select(
      sql<readonly Prediction[]>`coalesce((
        select json_agg(json_build_object('model', coalesce(name, model), 'version', version, 'prompt_version', prompt_version,
          'score', score, 'fields', fields, 'usage', usage, 'result', result, 'guideline_version', guideline_version) order by model)
        from predictions where account_id = items.account_id and item_id = items.id), '[]')`.as(
        "predictions",
      ),
    )
    .where("items.id", "in", ids)
    .execute();
  return presentLabels(db, items.map(asSeen));
}

/** What a model is shown of an item. */
export type ItemContent = Pick<
  ItemRecord,
  "account_id" | "id" | "text" | "conversation" | "metadata" | "media_id" | "file"
>;

/** The contents of items, unordered, whether or not their batch is deleted. Reads less than `listItemsWithContent`, because a person may wait for it. */
export async function listContents(
  db: Db,
  account_id: string,
  ids: readonly string[],
): Promise<ItemContent[]> {
  const { rows } = await sql<ItemContent>`
    select items.account_id, items.id, items.metadata, file_lines.text, file_lines.conversation, files.id as media_id,
      json_build_object('id', files.id, 'filename', files.filename, 'content_type', files.content_type, 'width', files.width,
        'height', files.height, 'duration', files.duration) as file
    from items
    left join file_lines on file_lines.account_id = items.account_id and file_lines.file_id = items.file_id
      and file_lines.line = coalesce(items.line, 0)
    join files on files.account_id = items.account_id and files.id = coalesce(file_lines.media_file_id, items.file_id)
    where items.account_id = ${account_id} and items.id = any(${ids}::text[])`.execute(db);
  return rows;
}

/** The items as `caller` may see them, with the first 200 characters of their text or the outline of their conversation, by batch and position. */
export async function listItemSummaries(
  db: Db,
  caller: Caller,
  ids: readonly string[],
): Promise<ItemSummaryRecord[]> {
  if (ids.length === 0) return [];
  const items = await selectItems(db, caller.account_id)
    .select([isHiddenFrom(caller).as("is_hidden"), suspicionFor(caller).as("suspicion")])
    .select(
      sql<string | null>`coalesce(left(file_lines.text, 200), file_lines.outline ->> 'excerpt')`.as(
        "excerpt",
      ),
    )
    .select("file_lines.outline")
    .where(sql<boolean>`items.id = any(${ids}::text[])`)
    .orderBy("items.batch_id")
    .orderBy("items.position")
    .execute();
  return presentLabels(db, items.map(asSeen));
}

/** The item with its content, as `caller` may see it; throws `not_found`. */
export async function getItem(db: Db, caller: Caller, id: string): Promise<ItemRecord> {
  const [item] = await listItemsWithContent(db, caller.account_id, [id], {
    isHidden: isHiddenFrom(caller),
    suspicion: suspicionFor(caller),
  });
  if (item === undefined) throw new ServiceError("not_found", `there is no item ${id}`);
  return item;
}
