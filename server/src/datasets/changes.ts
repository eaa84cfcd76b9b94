import type { ExportItem } from "@assay/domain/formats/format.ts";
import { sql } from "kysely";
import { assertNotCertifiedBlind } from "../bounds/views.ts";
import { withinPart } from "../bounds/within.ts";
import type { Deps } from "../deps.ts";
import type { Caller } from "../platform/auth/auth.ts";
import type { Db } from "../platform/database/db.ts";
import { type Page, readCursor, writeCursor } from "../platform/http/paging.ts";
import { getProject } from "../projects/store.ts";
import { refuseDeleted } from "./deleted.ts";
import { isByte, PAGE_BYTES, readPageOfLines } from "./page-of-lines.ts";
import type { ChangesQuery } from "./schemas.ts";

/** An item of a certified revision. */
interface ChangeOf {
  readonly batch_id: string;
  readonly revision: number;
  readonly certificate_id: string;
  readonly item: ExportItem;
}

/** A certified revision: where its entry is in the log, and its frozen `dataset.jsonl`. */
interface Certified {
  readonly certificate_id: string;
  readonly batch_id: string;
  readonly revision: number;
  readonly logged_at: number;
  readonly sha256: string;
  readonly size_bytes: number;
}

/** Revisions that one page reads. */
const AT_ONCE = 20;

/**
 * One page of the labels of certified revisions, those of the projects that the caller may see: the revisions in the order of
 * their entries in the log, which is that of their commits, because one transaction appends at a time until it ends. So a reader
 * that continues at `next_cursor`, which the last page has too, misses nothing. Throws `not_found` for another
 * account's project, `invalid_request` for a cursor of another list, `invalid_state` if the caller must audit some of these items blind,
 * and by `refuseDeleted`.
 */
export async function listChanges(
  { db, blobs }: Pick<Deps, "db" | "blobs">,
  caller: Caller,
  { limit, cursor, project_id }: ChangesQuery,
): Promise<Page<ChangeOf>> {
  if (project_id !== undefined) await getProject(db, caller.account_id, project_id);
  const list = `changes ${project_id ?? ""}`;
  let { entry, byte } = readPlace(cursor, list);
  const rows = await listCertified(db, caller, project_id, entry);
  const ids = rows.slice(0, AT_ONCE).map(({ batch_id }) => batch_id);
  await assertNotCertifiedBlind(db, caller, ids);
  const data: ChangeOf[] = [];
  let room = PAGE_BYTES;
  for (const { certificate_id, batch_id, revision, logged_at, ...blob } of rows.slice(0, AT_ONCE)) {
    if (data.length === limit || room <= 0) break;
    const start = logged_at === entry ? byte : 0;
    const reading = readPageOfLines(blobs.kept(blob), start, limit - data.length, room);
    const { lines, next } = await reading.catch((fault) =>
      refuseDeleted(db, { account_id: caller.account_id, id: batch_id }, fault),
    );
    for (const line of lines) {
      const item: ExportItem = JSON.parse(line); // safe: the service wrote it with toRecord
      data.push({ batch_id, revision, certificate_id, item: { ...item, answers: [] } });
    }
    entry = logged_at;
    byte = next ?? blob.size_bytes;
    room -= byte - start;
  }
  const last = rows.at(-1);
  const has_more =
    last !== undefined && (last.logged_at > entry || (last.logged_at === entry && byte < last.size_bytes));
  return { data, has_more, next_cursor: writeCursor(list, { time: String(entry), id: String(byte) }) };
}

/** A cursor is the entry of the log that is being read, and the byte at which its next item begins. */
function readPlace(cursor: string | undefined, list: string): { entry: number; byte: number } {
  if (cursor === undefined) return { entry: 0, byte: 0 };
  const { time, id } = readCursor(cursor, list, isByte);
  return { entry: Number(time), byte: isByte(id) ? Number(id) : 0 };
}

/** The certified revisions from an entry of the log on, one more than a page reads. */
async function listCertified(
  db: Db,
  caller: Caller,
  project_id: string | undefined,
  entry: number,
): Promise<readonly Certified[]> {
  const { account_id } = caller;
  const within = withinPart(caller, "batches.project_id") ?? sql`true`;
  const asked = project_id === undefined ? sql`true` : sql`batches.project_id = ${project_id}`;
  const { rows } = await sql<Certified>`
    select certificates.id as certificate_id, certificates.batch_id, certificates.revision, certificates.logged_at,
      artefacts.sha256, artefacts.size_bytes
    from certificates
    join batches on batches.account_id = ${account_id} and batches.id = certificates.batch_id
    join artefacts on artefacts.account_id = ${account_id} and artefacts.batch_id = certificates.batch_id
      and artefacts.revision = certificates.revision and artefacts.variant = 'dataset.jsonl'
    where certificates.account_id = ${account_id} and certificates.logged_at >= ${entry}
      and batches.deleted_at is null and batches.dataset_id is null and ${within} and ${asked}
    order by certificates.logged_at limit ${AT_ONCE + 1}`.execute(db);
  return rows;
}
