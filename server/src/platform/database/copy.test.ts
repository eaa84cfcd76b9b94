import fc from "fast-check";
import { sql } from "kysely";
import { expect, test } from "vitest";
import { startService } from "../../../test/service.ts";
import { copySnapshot, copyText, copyTransaction } from "./copy.ts";

const { deps, db } = await startService();
await sql`create table notes (line integer, note text)`.execute(db);
const notes = async () =>
  (await sql<{ line: number; note: string | null }>`select line, note from notes order by line`.execute(db))
    .rows;

async function* encode(rows: readonly (string | null)[]) {
  for (const [line, note] of rows.entries()) yield Buffer.from(`${copyText(line)}\t${copyText(note)}\n`);
}

async function copiedNotes(): Promise<(string | null | undefined)[]> {
  return copySnapshot(deps.pool, async (_tx, copyOut) => {
    const found: (string | null | undefined)[] = [];
    for await (const rows of copyOut("select line, note from notes order by line")) {
      for (const [, note] of rows) found.push(note);
    }
    return found;
  });
}

test("a query and COPY read every text exactly as COPY wrote it", async () => {
  const storable = fc.string({ unit: "binary" }).filter((text) => !text.includes("\0"));
  const tricky = fc.constantFrom("\\N", "\\.", "\\", "a\tb", "a\r\nb", "\\n", "", null);

  await fc.assert(
    fc.asyncProperty(fc.array(fc.oneof(storable, tricky)), async (rows) => {
      await copyTransaction(deps.pool, async (tx, copyIn) => {
        await sql`truncate notes`.execute(tx);
        await copyIn("copy notes from stdin", encode(rows));
      });
      expect((await notes()).map(({ note }) => note)).toEqual(rows);
      expect(await copiedNotes()).toEqual(rows);
    }),
    { numRuns: 50 },
  );
});

test("a source that throws rolls back the copy and everything else in the transaction", async () => {
  await sql`truncate notes`.execute(db);
  async function* broken() {
    yield* encode(["one"]);
    throw new Error("line 2 is bad");
  }

  const copying = copyTransaction(deps.pool, async (tx, copyIn) => {
    await sql`insert into notes values (7, 'seven')`.execute(tx);
    await copyIn("copy notes from stdin", broken());
  });

  await expect(copying).rejects.toThrow("line 2 is bad");
  expect(await notes()).toEqual([]);
  expect(deps.pool.idleCount).toBe(deps.pool.totalCount);
});

test("a query that fails in the middle of a COPY fails the transaction and gives the connection back", async () => {
  const copying = copySnapshot(deps.pool, async (_tx, copyOut) => {
    for await (const _rows of copyOut("select 1 / (50000 - n) from generate_series(1, 100000) as n"));
  });

  await expect(copying).rejects.toThrow("division by zero");
  expect(deps.pool.idleCount).toBe(deps.pool.totalCount);
});
