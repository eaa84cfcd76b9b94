import type { LookedItems } from "@assay/domain/certification/ledger.ts";
import { type RawBuilder, sql } from "kysely";
import type { Tx } from "../platform/database/db.ts";
import type { EarlierBatch } from "../platform/database/ledger-tables.ts";
import type { Row } from "../platform/database/tables.ts";

/** The first key of the advisory locks on ledgers; the second is a hash of the account's id. */
const LOCK_CLASS = 0x6c656467;

/** The most earlier batches that a batch names. */
const MAX_NAMED = 100;

const BLOCK_BYTES = 64;

/** What earlier batches have in common with a batch. */
export interface Shared {
  /** Items that are not excluded. */
  readonly items: number;
  /** How many items any earlier batch had, by the last round of these. */
  readonly looked: readonly LookedItems[];
  /** The earlier batches with the most of the items, at most 100. */
  readonly earlier: readonly EarlierBatch[];
}

/** Locks the account's ledger until `tx` ends: of two batches with the same data, the second finds the first. */
export async function lockLedger(tx: Tx, account_id: string): Promise<void> {
  await sql`select pg_advisory_xact_lock(${LOCK_CLASS}, hashtext(${account_id}))`.execute(tx);
}

/**
 * Writes the contents of a batch's items that are not excluded to the ledger, and returns what other batches
 * have in common with it. One statement, because a batch may have a million items, which adds up the pairs of
 * items and earlier batches by hash and stores none of them: there may be 100 million. Rows that exist stay.
 */
export async function recordItems(tx: Tx, batch: Row<"batches">, key: Buffer): Promise<Shared> {
  await sql`set local work_mem = '64MB'`.execute(tx); // with less, PostgreSQL sorts the pairs on the disk
  const { rows } = await sql<Shared>`
    with population as materialized (
      select items.id, ${digestOf(batch.canonical_type, key)} as digest
      from items
      left join file_lines on file_lines.account_id = items.account_id and file_lines.file_id = items.file_id
        and file_lines.line = coalesce(items.line, 0)
      join files on files.account_id = items.account_id and files.id = coalesce(file_lines.media_file_id, items.file_id)
      where items.account_id = ${batch.account_id} and items.batch_id = ${batch.id} and items.status = 'accepted'
    ), recorded as (
      insert into looked_items (account_id, digest, batch_id)
      select distinct ${batch.account_id}, digest, ${batch.id} from population
      on conflict do nothing
    ), contents as (
      select digest, count(*)::integer as items from population group by digest
    ), shared as materialized (
      select looked_items.batch_id, max(batches.budget_round) as rounds,
        sum(contents.items)::integer as shared_items, max(contents.items) as items
      from contents
      join looked_items on looked_items.account_id = ${batch.account_id} and looked_items.digest = contents.digest
        and looked_items.batch_id <> ${batch.id}
      join batches on batches.account_id = looked_items.account_id and batches.id = looked_items.batch_id
      group by grouping sets ((looked_items.batch_id), (contents.digest))
    ), latest as (
      select rounds as round, sum(items)::integer as items from shared where batch_id is null group by rounds
    ), earlier as (
      select batch_id, shared_items, rounds from shared where batch_id is not null
      order by shared_items desc, batch_id limit ${MAX_NAMED}
    )
    select (select count(*)::integer from population) as items,
      (select coalesce(json_agg(latest), '[]') from latest) as looked,
      (select coalesce(json_agg(earlier), '[]') from earlier) as earlier`.execute(tx);
  const [shared] = rows;
  if (shared === undefined) throw new Error("an aggregate has a row");
  return shared;
}

/**
 * HMAC-SHA-256 of the annotation type and the content of the row of `file_lines` and `files`, in SQL, so that
 * no content leaves the database. Source: RFC 2104, with both pads XORed to the key here.
 */
function digestOf(annotation_type: string, key: Buffer): RawBuilder<Buffer> {
  const padded = (pad: number) => Buffer.alloc(BLOCK_BYTES).map((_, index) => (key[index] ?? 0) ^ pad);
  const outer = sql`${padded(0x5c)}::bytea`;
  const inner = sql`${padded(0x36)}::bytea`;
  const message = sql`convert_to(${`${annotation_type}\n`} || ${CONTENT}, 'UTF8')`;
  return sql`substring(sha256(${outer} || sha256(${inner} || ${message})) from 1 for 16)`;
}

/**
 * White space, control characters and characters that nobody sees, such as U+200B. A class of regular expressions, because
 * `translate` compares each character of a text with each of its list.
 */
const UNSEEN = String.raw`[\u0001-\u0020\u007f-\u00a0\u00ad\u034f\u061c\u115f\u1160\u1680\u17b4\u17b5\u180b-\u180f\u2000-\u200f\u2028-\u202f\u205f-\u206f\u3000\u3164\ufe00-\ufe0f\ufeff\uffa0\ufff9-\ufffb\U000e0000-\U000e0fff]+`;

/** How `jsonb` writes control characters. */
const ESCAPED_CONTROL = String.raw`\\([bfnrt]|u00[01][0-9a-f])`;

/**
 * Nobody gets a fresh budget by a change of a text that readers do not see, or of the case of A to Z. Other letters keep
 * their case: how PostgreSQL lowers them depends on the locale of the database, which a restore may change.
 *
 * A text of ASCII is its own NFKC, and without its spaces the regular expression has little to replace: a text of 130
 * characters takes 2 µs instead of 16.
 */
function comparable(text: RawBuilder<string>): RawBuilder<string> {
  return sql`(
    select lower(regexp_replace(
      replace(case when octet_length(given) = length(given) then given else normalize(given, NFKC) end, ' ', ''),
      ${sql.lit(UNSEEN)}, '', 'g') collate "C")
    from (select ${text} as given offset 0) as texts)`;
}

const CONVERSATION = sql<string>`regexp_replace(
  jsonb_path_query_array(file_lines.conversation, '$.messages[*].content')::text || (
    select coalesce(string_agg(response #>> '{}', ' ' order by response #>> '{}' collate "C"), '')
    from jsonb_path_query(file_lines.conversation, '$.responses[*].text') as response
  ), ${sql.lit(ESCAPED_CONTROL)}, '', 'g')`;

/** A line has a text, a conversation or a linked file. Ids, models and the order of responses do not make other data. */
const CONTENT = sql`case
  when file_lines.text is not null then 'text ' || ${comparable(sql`file_lines.text`)}
  when file_lines.conversation is not null then 'conversation ' || ${comparable(CONVERSATION)}
  when files.sha256 is not null then 'file ' || files.sha256
  -- The ETag of most objects is a digest of their bytes, whatever their key is.
  else (
    select 'object ' || etag || ' ' || object.size_bytes from upload_objects as object
    where object.account_id = files.account_id and object.upload_id = files.upload_id and object.position = files.position) end`;
