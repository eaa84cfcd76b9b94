import { createHash } from "node:crypto";
import { sql } from "kysely";
import { expect, test } from "vitest";
import { bodyOf } from "../../test/given.ts";
import { givenCertified } from "../../test/given-dataset.ts";
import { startService } from "../../test/service.ts";
import { revokeCertificate } from "../certificates/logged.ts";
import { appendToLog } from "./append.ts";

const service = await startService();
const { db, deps, request } = service;

async function append(certificate_id: string) {
  return db
    .transaction()
    .execute((tx) => appendToLog(tx, { at: deps.now(), type: "revocation", certificate_id }));
}

async function entries(): Promise<Record<string, unknown>[]> {
  const rows = await db.selectFrom("log_entries").selectAll().orderBy("position").execute();
  expect(rows.map(({ position }) => position)).toEqual(rows.map((_, index) => index));
  return rows.map(({ entry }) => JSON.parse(String(entry)));
}

test("a certificate, its revocation and an amendment are logged in order, under pseudonyms", async () => {
  const { id } = await givenCertified(service);
  const certificate = bodyOf(await request("GET", `/v1/batches/${id}/certificate`), 200);
  const [item] = await db.selectFrom("items").select("id").where("batch_id", "=", id).execute();
  bodyOf(await request("POST", `/v1/batches/${id}/amend`, { item_ids: [item?.id] }), 200);
  const revoke = () =>
    db.transaction().execute((tx) => revokeCertificate(tx, certificate.id, "mistaken", deps.now()));
  await revoke();
  await revoke();

  const logged = await entries();
  const digest = createHash("sha256").update(Buffer.from(certificate.payload, "base64")).digest("hex");
  expect(
    logged.filter(({ type }) => ["certificate", "amendment", "revocation"].includes(String(type))),
  ).toEqual([
    {
      at: certificate.issued_at,
      type: "certificate",
      batch: expect.stringMatching(/^[0-9a-f]{64}$/),
      certificate: expect.stringMatching(/^[0-9a-f]{64}$/),
      revision: 1,
      digest,
    },
    { at: expect.any(String), type: "amendment", batch: expect.any(String), revision: 2 },
    { at: expect.any(String), type: "revocation", certificate: expect.any(String) },
  ]);
  expect(new Set(logged.flatMap(({ batch }) => batch ?? [])).size).toBe(1);
  expect(JSON.stringify(logged)).not.toMatch(/batch_|cert_|item_|mistaken|yes/);
});

test("transactions that append together get positions without gaps, also if one of them fails", async () => {
  const before = (await entries()).length;
  const failing = db.transaction().execute(async (tx) => {
    await appendToLog(tx, { at: deps.now(), type: "revocation", certificate_id: "cert_failed" });
    throw new Error("the event did not happen");
  });
  const outcomes = await Promise.allSettled([
    ...Array.from({ length: 8 }, (_, at) => append(`cert_${at}`)),
    failing,
  ]);

  expect(outcomes.filter(({ status }) => status === "rejected")).toHaveLength(1);
  expect(await entries()).toHaveLength(before + 8);
});

test("the stored hashes are those of RFC 6962, for every complete subtree", async () => {
  while ((await entries()).length < 21) await append("cert_more");
  const { rows } = await sql<{ entry: Buffer }>`select entry from log_entries order by position`.execute(db);
  const stored = await db.selectFrom("log_hashes").selectAll().orderBy("level").orderBy("position").execute();

  const sha256 = (...parts: Buffer[]) => createHash("sha256").update(Buffer.concat(parts)).digest();
  let level = rows.map(({ entry }) => sha256(Buffer.of(0), entry));
  const expected: unknown[] = [];
  for (let height = 0; level.length > 0; height += 1) {
    expected.push(...level.map((hash, position) => ({ level: height, position, hash })));
    const pairs = Array.from({ length: Math.floor(level.length / 2) }, (_, at) =>
      level.slice(2 * at, 2 * at + 2),
    );
    level = pairs.map((pair) => sha256(Buffer.of(1), ...pair));
  }
  expect(stored).toEqual(expected);
});

test.each([
  sql`update log_entries set entry = 'other'`,
  sql`delete from log_entries`,
  sql`truncate log_entries`,
  sql`update log_hashes set level = 1 where level = 0 and position = 0`,
  sql`delete from log_hashes`,
  sql`truncate log_hashes`,
])("the database refuses to change or delete entries and hashes (%#)", async (statement) => {
  await expect(statement.execute(db)).rejects.toThrow("the log is append-only");
});
