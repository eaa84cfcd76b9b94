import type { ExportItem } from "@assay/domain/formats/format.ts";
import { toRecord } from "@assay/domain/formats/record.ts";
import { expect, test } from "vitest";
import { annotateAll, auditAll, bodyOf, claim, givenBatch, submit } from "../../../test/given.ts";
import { startService } from "../../../test/service.ts";
import { copySnapshot } from "../../platform/database/copy.ts";
import { listRecords, type Reading } from "./records.ts";

const service = await startService();
const { request, runJobs, db, deps } = service;

/** The batch's records, with `meanwhile` run once the first of them is read. */
async function lines(batch_id: string, meanwhile?: () => Promise<unknown>): Promise<string[]> {
  const reading: Reading = {
    account_id: service.accountId,
    batch_ids: [batch_id],
    answers: true,
    corrected: false,
    present: (result) => result,
  };
  return copySnapshot(deps.pool, async (tx, copyOut) => {
    const found: string[] = [];
    for await (const page of listRecords(tx, copyOut, reading)) {
      if (found.length === 0) await meanwhile?.();
      for (const { line } of page) found.push(line);
    }
    return found;
  });
}

async function records(batch_id: string, meanwhile?: () => Promise<unknown>): Promise<ExportItem[]> {
  return (await lines(batch_id, meanwhile)).map((line) => JSON.parse(line));
}

test("items come in the order of the batch, page after page", async () => {
  const batch = await givenBatch(service, { texts: 1_234 });

  const found = await records(batch.id);

  const expected = Array.from({ length: 1_234 }, (_, index) => `text ${index + 1}`);
  expect(found.map(({ text }) => text)).toEqual(expected);
});

test("all items are from one moment: changes made while they are read do not show", async () => {
  const batch = await givenBatch(service, { texts: 700 });

  const found = await records(batch.id, () =>
    db.updateTable("items").set({ status: "excluded" }).where("batch_id", "=", batch.id).execute(),
  );

  expect(new Set(found.map(({ status }) => status))).toEqual(new Set(["open"]));
});

test("a reader that stops early leaves the connection as it was", async () => {
  const batch = await givenBatch(service, { texts: 2_000 });

  const stopped = records(batch.id, async () => {
    throw new RangeError("enough");
  });

  await expect(stopped).rejects.toThrow("enough");
  expect(await records(batch.id)).toHaveLength(2_000);
  expect(deps.pool.idleCount).toBe(deps.pool.totalCount);
});

test("returns the answers of every round, the newest of each member in it", async () => {
  const batch = await givenBatch(service, { texts: 6 });
  await annotateAll(service, batch.id, ["ann", "bob"]);
  await runJobs();
  await auditAll(service, batch.id, "eve", () => "no");
  await runJobs();
  bodyOf(await request("POST", `/v1/batches/${batch.id}/rework`), 200);
  const task = await claim(service, "ann", { batch_id: batch.id });
  bodyOf(await submit(service, task, "yes"), 200);
  bodyOf(await request("POST", `/v1/tasks/${task.id}/reopen`, { annotator: "ann" }), 200);
  bodyOf(await submit(service, task, "no"), 200);

  const found = await records(batch.id);

  const answered = found.find(({ id }) => id === task.item.id);
  expect(answered).toMatchObject({
    status: "open",
    result: null,
    answers: [
      { round: 1, result: { label: "yes" } },
      { round: 1, result: { label: "yes" } },
      { round: 2, result: { label: "no" } },
    ],
  });
});

test("an excluded item is kept with its reason", async () => {
  const batch = await givenBatch(service, { texts: 1 });
  for (const annotator of ["ann", "bob"]) {
    const task = await claim(service, annotator, { batch_id: batch.id });
    bodyOf(await request("POST", `/v1/tasks/${task.id}/skip`, { annotator, reason: "unreadable" }), 200);
  }
  const task = await claim(service, "eve", { batch_id: batch.id, kinds: ["adjudicate"] });
  const sent = { annotator: "eve", reason: "no text" };
  bodyOf(await request("POST", `/v1/tasks/${task.id}/exclude`, sent), 200);

  expect(await records(batch.id)).toMatchObject([
    { status: "excluded", excluded_reason: "no text", result: null, answers: [] },
  ]);
});

test("a line has the bytes that the domain writes for the same item, whatever its values hold", async () => {
  const batch = await givenBatch(service, { texts: 3 });
  await annotateAll(service, batch.id, ["ann", "bob"]);
  const text = 'a "quote", a \\, \\N, a\ttab, lines\r\n, \u001e, \u001f, \u0085, \u2028 and 🚗';
  const odd = JSON.stringify({ [text]: [text, 1e-7, 1e21, 1.5, null, { 10: "ten", 9: "nine", b: {} }] });
  await db
    .updateTable("items")
    .set({
      external_id: text,
      group: text,
      excluded_reason: text,
      support: 2 / 3,
      metadata: odd,
      fields: odd,
    })
    .where("batch_id", "=", batch.id)
    .where("position", "=", 1)
    .execute();
  await db.updateTable("file_lines").set({ text }).where("line", "=", 1).execute();
  const file = { filename: text, content_type: text, width: 320, height: 240, duration: 1e-7 };
  await db.updateTable("files").set(file).execute();
  const shown = { model: text, version: null, score: 0.25, distance: 1e-7 };
  await db
    .updateTable("annotations")
    .set({
      fields: odd,
      response_order: [text, "b"],
      prediction: JSON.stringify({ ...shown, is_shown: true }),
    })
    .where("batch_id", "=", batch.id)
    .execute();

  const found = await lines(batch.id);

  expect(found.map((line) => toRecord(JSON.parse(line)))).toEqual(found);
  expect(found[0]).not.toMatch(/[\u0085\u2028]/);
  expect(JSON.parse(found[0] ?? "")).toMatchObject({
    ...{ external_id: text, group: text, excluded_reason: text, text, file },
    ...{ metadata: JSON.parse(odd), fields: JSON.parse(odd) },
    answers: [
      { fields: JSON.parse(odd), response_order: [text, "b"], prediction_shown: shown },
      { fields: JSON.parse(odd), response_order: [text, "b"] },
    ],
  });
});
