import fc from "fast-check";
import { sql } from "kysely";
import { expect, test } from "vitest";
import { startService } from "../../../test/service.ts";
import { copyText, copyTransaction } from "./copy.ts";

const { deps, db } = await startService();
await sql`create table notes (line integer, note text)`.execute(db);
const notes = async () =>
  (await sql<{ line: number; note: string | null }>`select line, note from notes order by line`.execute(db))
    .rows;

async function* encode(rows: readonly (string | null)[]) {
  for (const [line, note] of rows.entries()) yield Buffer.from(`${copyText(line)}\t${copyText(note)}\n`);
}

test("any text comes out of the database as it was copied in", async () => {
  const storable = fc.string({ unit: "binary" }).filter((text) => !text.includes("\0"));
  const tricky = fc.constantFrom("\\N", "\\.", "\\", "a\tb", "a\r\nb", "\\n", "", null);

  await fc.assert(
    fc.asyncProperty(fc.array(fc.oneof(storable, tricky)), async (rows) => {
      await copyTransaction(deps.pool, async (tx, copyIn) => {
        await sql`truncate notes`.execute(tx);
        await copyIn("copy notes from stdin", encode(rows));
      });
      expect((await notes()).map(({ note }) => note)).toEqual(rows);
    }),
    { numRuns: 50 },
  );
});

test("a source that throws undoes the copy and what else the transaction did", async () => {
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
