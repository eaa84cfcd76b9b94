import { sql } from "kysely";
import type { Db } from "../database/db.ts";
import type { Secrets } from "./secrets.ts";

const AT_ONCE = 500;

type Needs = { readonly db: Db; readonly secrets: Secrets };

/**
 * Encrypts with the newest master key all that an older one encrypted: the columns named `…_encrypted`, and links in
 * mails that wait as jobs. Gives how many values it changed. The service may run meanwhile, if its newest key is the same.
 * Throws at the first value that none of the keys can read.
 */
export async function reencrypt({ db, secrets }: Needs): Promise<number> {
  const { rows: columns } = await sql<{ table_name: string; column_name: string }>`
    select table_name, column_name from information_schema.columns
    where table_schema = current_schema() and column_name like '%\\_encrypted'
    order by table_name, column_name`.execute(db);
  let changed = await reencryptJobs({ db, secrets });
  for (const { table_name, column_name } of columns) {
    changed += await reencryptColumn({ db, secrets }, table_name, column_name);
  }
  return changed;
}

/** Goes through the table by where its rows lie; changed rows lie behind the last one, under the newest key. */
async function reencryptColumn({ db, secrets }: Needs, table: string, column: string): Promise<number> {
  const newest = Buffer.from(secrets.fingerprints[0], "base64url");
  const sealed = sql.ref(column);
  let changed = 0;
  let after = "(0,0)";
  for (;;) {
    const { rows } = await sql<{ place: string; sealed: Buffer }>`
      select ctid::text as place, ${sealed} as sealed from ${sql.table(table)}
      where ctid > ${after}::tid and substring(${sealed} from 1 for ${newest.length}::integer) <> ${newest}
      order by ctid limit ${AT_ONCE}`.execute(db);
    for (const row of rows) {
      const again = secrets.encrypt(secrets.decrypt(row.sealed));
      const { numAffectedRows } = await sql`
        update ${sql.table(table)} set ${sealed} = ${again}
        where ctid = ${row.place}::tid and ${sealed} = ${row.sealed}`.execute(db);
      changed += Number(numAffectedRows);
    }
    after = rows.at(-1)?.place ?? after;
    if (rows.length < AT_ONCE) return changed;
  }
}

async function reencryptJobs({ db, secrets }: Needs): Promise<number> {
  const newest = Buffer.from(secrets.fingerprints[0], "base64url");
  const { rows } = await sql<{ id: string; sealed: string }>`
    select id, payload ->> 'sealed' as sealed from graphile_worker._private_jobs
    where payload ->> 'sealed' is not null`.execute(db);
  const older = rows
    .map(({ id, sealed }) => ({ id, sealed: Buffer.from(sealed, "base64") }))
    .filter(({ sealed }) => !sealed.subarray(0, newest.length).equals(newest));
  for (const { id, sealed } of older) {
    const again = secrets.encrypt(secrets.decrypt(sealed)).toString("base64");
    await sql`
      update graphile_worker._private_jobs
      set payload = jsonb_set(payload::jsonb, '{sealed}', to_jsonb(${again}::text))::json where id = ${id}`.execute(
      db,
    );
  }
  return older.length;
}
