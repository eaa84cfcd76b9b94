import { expect, test } from "vitest";
import { annotateAll, bodyOf, givenBatch, givenLines, givenProject } from "../../test/given.ts";
import { startService } from "../../test/service.ts";

const service = await startService();
const { request } = service;

test("a project includes the progress of its batches on request", async () => {
  const { id, project_id } = await givenBatch(service, { texts: 3, settings: { quality_level: "none" } });
  await annotateAll(service, id, ["ann"]);

  const path = `/v1/projects/${project_id}`;
  const { progress } = bodyOf(await request("GET", `${path}?include=progress`), 200);
  expect(progress).toMatchObject({ items: 3, accepted: 3, excluded: 0, certified: 0, failed_batches: 0 });
  expect(Date.parse(progress.last_activity_at)).toBeGreaterThan(0);
  expect(bodyOf(await request("GET", path), 200).progress).toBeUndefined();
  expect((await request("GET", `${path}?include=all`)).status).toBe(400);
});

test("progress counts the items that wait for an adjudicator", async () => {
  const { id, project_id } = await givenBatch(service, {
    texts: 3,
    settings: { quality_policy: { overlap: 2 } },
  });
  await annotateAll(service, id, ["ann", "bob"], (_, annotator) => (annotator === "ann" ? "yes" : "no"));
  const action = { filter: { batch_id: id }, action: "adjudicate" };
  bodyOf(await request("POST", "/v1/items/bulk", action), 202);
  await service.runJobs();

  const path = `/v1/projects/${project_id}?include=progress`;
  expect(bodyOf(await request("GET", path), 200).progress).toMatchObject({ open_adjudications: 3 });
});

test("a project without batches has no progress", async () => {
  const { id } = await givenProject(service, { name: "Nothing here" });

  const { data } = bodyOf(await request("GET", "/v1/projects?include=progress&name=nothing"), 200);
  expect(data).toMatchObject([{ id, progress: { items: 0, open_audits: 0, last_activity_at: null } }]);
});

test("progress counts the items with a known answer in all batches that are not deleted", async () => {
  const first = await givenBatch(service, { texts: 3 });
  const { project_id } = first;
  const upload_id = await givenLines(service, service, [{ text: "one", external_id: "1" }]);
  const body = { project_id, upload_ids: [upload_id] };
  const second = bodyOf(await request("POST", "/v1/batches", body), 201);
  const known = async (batch_id: string, ids: readonly string[]) => {
    const gold = ids.map((external_id) => ({ external_id, result: { label: "yes" } }));
    bodyOf(await request("POST", `/v1/batches/${batch_id}/gold`, { gold }), 200);
  };
  await known(first.id, ["1", "2"]);
  await known(second.id, ["1"]);
  const path = `/v1/projects/${project_id}?include=progress`;
  expect(bodyOf(await request("GET", path), 200).progress.known_items).toBe(3);
  await request("DELETE", `/v1/batches/${second.id}`);
  expect(bodyOf(await request("GET", path), 200).progress.known_items).toBe(2);
});
