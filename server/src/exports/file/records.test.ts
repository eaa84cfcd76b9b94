import type { ExportItem } from "@assay/domain/formats/format.ts";
import { expect, test } from "vitest";
import { annotateAll, auditAll, bodyOf, claim, givenBatch, submit } from "../../../test/given.ts";
import { startService } from "../../../test/service.ts";
import { inSnapshot } from "../../platform/database/db.ts";
import { listRecords, type Reading } from "./records.ts";

const service = await startService();
const { request, runJobs, db } = service;

/** The batch's items, with `meanwhile` run once the first of them is read. */
async function records(batch_id: string, meanwhile?: () => Promise<unknown>): Promise<ExportItem[]> {
  const reading: Reading = {
    batch_ids: [batch_id],
    answers: true,
    corrected_round: null,
    present: (result) => result,
  };
  return inSnapshot(db, async (tx) => {
    const found: ExportItem[] = [];
    for await (const page of listRecords(tx, reading)) {
      if (found.length === 0) await meanwhile?.();
      found.push(...page);
    }
    return found;
  });
}

test("items come in the order of the batch, page after page", async () => {
  const batch = await givenBatch(service, { texts: 1_234 });

  const found = await records(batch.id);

  const expected = Array.from({ length: 1_234 }, (_, index) => `text ${index + 1}`);
  expect(found.map(({ text }) => text)).toEqual(expected);
});

test("all items are of one moment: what changes while they are read is not told", async () => {
  const batch = await givenBatch(service, { texts: 700 });

  const found = await records(batch.id, () =>
    db.updateTable("items").set({ status: "excluded" }).where("batch_id", "=", batch.id).execute(),
  );

  expect(new Set(found.map(({ status }) => status))).toEqual(new Set(["open"]));
});

test("a reader that stops early leaves the connection as it was", async () => {
  const batch = await givenBatch(service, { texts: 120 });

  const stopped = records(batch.id, async () => {
    throw new RangeError("enough");
  });

  await expect(stopped).rejects.toThrow("enough");
  expect(await records(batch.id)).toHaveLength(120);
});

test("the answers of every round are told, the newest of each member in it", async () => {
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
