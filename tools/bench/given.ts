import type pg from "pg";
import { untilFilled } from "./part.ts";
import type { Service } from "./service.ts";

/** The project of most figures: two labels for texts, two annotators per item, and defaults. */
const PROJECT = {
  name: "Bench",
  annotation_type: "text_classification",
  quality_level: "standard",
  labels: [{ name: "positive" }, { name: "negative" }],
  instructions: "Say whether the text speaks well of its subject.",
};

/** Creates a project, with the given settings; returns its id. */
export async function givenProject({ call }: Service, settings: object = {}): Promise<string> {
  return (await call("POST", "/v1/projects", { ...PROJECT, ...settings })).id;
}

/** Creates a batch of `size` texts through the API, from an upload inserted by SQL; returns its id. */
export async function givenBatch(service: Service, project_id: string, size: number): Promise<string> {
  const upload_id = await insertUpload(service.db, size);
  const { id } = await service.call("POST", "/v1/batches", { project_id, upload_ids: [upload_id] });
  await untilFilled(service, id);
  await service.db.query("vacuum analyze");
  return id;
}

/** Inserts the rows of an upload of a JSONL file with `size` lines. */
export async function insertUpload(db: pg.Client, size: number): Promise<string> {
  const { rows } = await db.query<{ ulid: string }>(
    "select to_char(count(*), 'FM00000000000000000000000000') as ulid from uploads",
  );
  const ulid = rows[0]?.ulid;
  await db.query(
    `insert into uploads (id, account_id, status, file_count, created_at, updated_at)
     select 'upl_' || $1, id, 'ready', 1, now(), now() from accounts`,
    [ulid],
  );
  await db.query(
    `insert into files (id, account_id, upload_id, position, filename, content_type, size_bytes, sha256,
       medium, line_count, status, created_at)
     select 'file_' || $1, id, 'upl_' || $1, 0, 'texts.jsonl', 'application/x-ndjson', 0, '', 'lines', $2, 'ready', now()
     from accounts`,
    [ulid, size],
  );
  await db.query(
    `insert into file_lines (account_id, file_id, line, text, external_id)
     select accounts.id, 'file_' || $1, n, 'Text number ' || n || repeat(', which goes on for a while', 4), 'doc-' || n
     from accounts, generate_series(1, $2::integer) as n`,
    [ulid, size],
  );
  return `upl_${ulid}`;
}
