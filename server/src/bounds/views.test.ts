import { expect, test } from "vitest";
import { annotateAll, bodyOf, claim, givenBatch } from "../../test/given.ts";
import { givenPerson } from "../../test/people.ts";
import { startService } from "../../test/service.ts";

const service = await startService();
const { request, runJobs } = service;

const HIDDEN = { label: null, fields: null, support: null, origin: null };

/** A batch under an audit, with a prediction and a comment on its first item. */
async function givenAudited(quality_level: string) {
  const settings = { quality_level, quality_policy: { overlap: 1 } };
  const { id: batch_id } = await givenBatch(service, { texts: 3, settings });
  const predictions = [1, 2, 3].map((n) => ({
    ...{ external_id: String(n), model: "m", result: { label: "yes" } },
  }));
  bodyOf(await request("POST", `/v1/batches/${batch_id}/predictions`, { predictions }), 200);
  await annotateAll(service, batch_id, ["ann"]);
  await runJobs();
  const { data } = bodyOf(await request("GET", `/v1/items?batch_id=${batch_id}`), 200);
  const item_id = String(data[0].id);
  const text = "clearly a yes";
  const comment = bodyOf(await request("POST", "/v1/comments", { item_id, text, annotator: "ann" }), 201);
  return { batch_id, item_id, comment_id: String(comment.id) };
}

test("auditors of a blind batch cannot read its labels and answers before the verdict", async () => {
  const { batch_id, item_id, comment_id } = await givenAudited("premium");

  for (const role of ["reviewer", "manager", "owner"] as const) {
    const person = await givenPerson(service, { role });
    const { data } = bodyOf(await person.request("GET", `/v1/items?batch_id=${batch_id}`), 200);
    expect(data).toMatchObject([HIDDEN, HIDDEN, HIDDEN]);
    expect(bodyOf(await person.request("GET", `/v1/items/${item_id}`), 200)).toMatchObject({
      ...HIDDEN,
      predictions: [],
    });
    for (const filter of ["label=yes", "answer=yes", "answer=yes&other_answer=yes", "support_lt=2"]) {
      const found = await person.request("GET", `/v1/items?batch_id=${batch_id}&${filter}`);
      expect([filter, bodyOf(found, 200).data]).toEqual([filter, []]);
    }
    const refused = [`/v1/items/${item_id}/annotations`, `/v1/batches/${batch_id}/annotations`];
    if (role !== "reviewer") refused.push(`/v1/batches/${batch_id}/consensus`);
    for (const path of refused) {
      const message = `batch ${batch_id} is under a blind audit: people who may audit cannot read its answers before the verdict`;
      const body = { error: "invalid_state", message };
      expect(await person.request("GET", path)).toMatchObject({ status: 409, body });
    }
    expect((await person.request("GET", `/v1/comments/${comment_id}`)).status).toBe(404);
    expect(bodyOf(await person.request("GET", `/v1/comments?item_id=${item_id}`), 200).data).toEqual([]);
    if (role !== "reviewer")
      expect((await person.request("POST", "/v1/exports", { batch_id })).status).toBe(409);
    const task = bodyOf(await person.request("POST", "/v1/tasks/claim", { batch_id, kinds: ["audit"] }), 200)
      .data[0];
    expect(task.item).toMatchObject({ ...HIDDEN, predictions: [] });
  }
});

test("auditors of a blind batch cannot count by its labels or download exports that others made of it", async () => {
  const { batch_id } = await givenAudited("premium");
  const { project_id } = bodyOf(await request("GET", `/v1/batches/${batch_id}`), 200);
  const exports = [];
  for (const scope of [{ batch_id }, { project_id }]) {
    exports.push(String(bodyOf(await request("POST", "/v1/exports", scope), 202).id));
  }
  await runJobs();

  for (const role of ["manager", "owner"] as const) {
    const person = await givenPerson(service, { role });
    for (const scope of [{ batch_id }, { project_id }]) {
      for (const asked of [{ label: "yes" }, { answer: "yes" }, { support_lt: 1 }]) {
        const sent = { filter: { ...scope, ...asked }, action: "gold" };
        for (const dry_run of [true, false]) {
          const counted = await person.request("POST", "/v1/items/bulk", { ...sent, dry_run });
          expect([sent.filter, counted.status]).toEqual([sent.filter, 409]);
        }
      }
    }
    const unfiltered = { filter: { batch_id }, action: "gold", dry_run: true };
    expect(bodyOf(await person.request("POST", "/v1/items/bulk", unfiltered), 200)).toEqual({
      count: 3,
      is_lower_bound: false,
    });
    for (const id of exports) {
      expect((await person.request("GET", `/v1/exports/${id}/download`)).status).toBe(409);
    }
  }
  const viewer = await givenPerson(service, { role: "viewer" });
  for (const id of exports) {
    expect((await viewer.request("GET", `/v1/exports/${id}/download`)).status).toBe(200);
  }
});

test("viewers and keys read labels during a blind audit, as do auditors who verify labels or after the verdict", async () => {
  const blind = await givenAudited("premium");
  const verify = await givenAudited("standard");
  const viewer = await givenPerson(service, { role: "viewer" });
  const reviewer = await givenPerson(service, { role: "reviewer" });
  const labeled = { label: { label: "yes" }, origin: "consensus" };

  expect(bodyOf(await viewer.request("GET", `/v1/items/${blind.item_id}`), 200)).toMatchObject(labeled);
  expect(bodyOf(await request("GET", `/v1/items/${blind.item_id}`), 200)).toMatchObject(labeled);
  expect(bodyOf(await reviewer.request("GET", `/v1/items/${verify.item_id}`), 200)).toMatchObject(labeled);
  for (let left = 3; left > 0; left -= 1) {
    const task = await claim(service, "eve", { batch_id: blind.batch_id, kinds: ["audit"] });
    bodyOf(await request("POST", `/v1/tasks/${task.id}/submit`, { result: { label: "yes" } }), 200);
  }
  await runJobs();
  expect(bodyOf(await reviewer.request("GET", `/v1/items/${blind.item_id}`), 200)).toMatchObject(labeled);
  const answers = await reviewer.request("GET", `/v1/items/${blind.item_id}/annotations`);
  expect(bodyOf(answers, 200).data).toHaveLength(2);
});
