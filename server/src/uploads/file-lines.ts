import { sql } from "kysely";
import { type CopyIn, copyText } from "../platform/copy.ts";
import type { Tx } from "../platform/db.ts";
import type { Line } from "./line.ts";

/** A row of file_lines before it is stored. */
export interface FileLine extends Line {
  readonly file_id: string;
  readonly media_file_id: string | null;
}

/** Stores rows, some at a time, in the transaction that the writer was made with. */
export type WriteLines = (rows: AsyncIterable<readonly FileLine[]>) => Promise<void>;

const COLUMNS = `file_id, line, text, conversation, media_file_id, external_id, "group", priority, metadata`;

/** For few rows: one INSERT for each group of them. */
export function insertLines(tx: Tx): WriteLines {
  return async (rows) => {
    for await (const some of rows) {
      await sql`
        insert into file_lines (${sql.raw(COLUMNS)})
        select ${sql.raw(COLUMNS)} from jsonb_to_recordset(${JSON.stringify(some)}::jsonb) as row (
          file_id text, line integer, text text, conversation jsonb, media_file_id text,
          external_id text, "group" text, priority integer, metadata jsonb
        )`.execute(tx);
    }
  };
}

/** For any number of rows: one COPY, in constant memory. */
export function copyLines(copyIn: CopyIn): WriteLines {
  return async (rows) => copyIn(`copy file_lines (${COLUMNS}) from stdin`, encode(rows));
}

async function* encode(rows: AsyncIterable<readonly FileLine[]>): AsyncGenerator<Buffer> {
  for await (const some of rows) {
    let text = "";
    for (const row of some) text += encodeRow(row);
    yield Buffer.from(text);
  }
}

function encodeRow(row: FileLine): string {
  const { file_id, line, conversation, media_file_id, external_id, group, priority, metadata } = row;
  const text = copyText(row.text);
  const turns = conversation === null ? "\\N" : copyText(JSON.stringify(conversation));
  const names = `${copyText(media_file_id)}\t${copyText(external_id)}\t${copyText(group)}`;
  return `${file_id}\t${line}\t${text}\t${turns}\t${names}\t${priority}\t${copyText(JSON.stringify(metadata))}\n`;
}
