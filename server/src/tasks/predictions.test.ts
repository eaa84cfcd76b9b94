import { expect, test } from "vitest";
import { bodyOf, claim, givenBatch } from "../../test/given.ts";
import { startService } from "../../test/service.ts";

const service = await startService();
const { request } = service;
const PREDICTION = { model: "m", score: 0.8, result: { label: "yes" } };

async function givenPredicted(quality_policy: object): Promise<string> {
  const { id } = await givenBatch(service, { texts: 1, settings: { quality_policy } });
  const predictions = [{ external_id: "1", ...PREDICTION }];
  bodyOf(await request("POST", `/v1/batches/${id}/predictions`, { predictions }), 200);
  return id;
}

test("a task shows the item's predictions, unless show_predictions is false", async () => {
  const shown = await givenPredicted({});
  const hidden = await givenPredicted({ show_predictions: false });

  expect((await claim(service, "ann", { batch_id: shown }))?.item.predictions).toEqual([PREDICTION]);
  const task = await claim(service, "ann", { batch_id: hidden });
  expect(task?.item.predictions).toEqual([]);
  expect(bodyOf(await request("GET", `/v1/tasks/${task?.id}`), 200).item.predictions).toEqual([]);
  const item = bodyOf(await request("GET", `/v1/items/${task?.item.id}`), 200);
  expect(item.predictions).toEqual([PREDICTION]);
});

test("an adjudicator sees no predictions either if show_predictions is false", async () => {
  const batch_id = await givenPredicted({ show_predictions: false });
  for (const annotator of ["ann", "bob"]) {
    const task = await claim(service, annotator, { batch_id });
    bodyOf(await request("POST", `/v1/tasks/${task?.id}/skip`, { reason: "unclear" }), 200);
  }

  const task = await claim(service, "eve", { batch_id, kinds: ["adjudicate"] });

  expect(task).toMatchObject({ kind: "adjudicate", item: { predictions: [] } });
});
