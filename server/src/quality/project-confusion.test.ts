import { expect, test } from "vitest";
import { annotateAll, auditAll, bodyOf, givenBatch } from "../../test/given.ts";
import { givenPerson } from "../../test/people.ts";
import { startService } from "../../test/service.ts";

const service = await startService();
const { request, runJobs } = service;

const read = async (project_id: string) =>
  bodyOf(await request("GET", `/v1/projects/${project_id}/confusion`), 200);

test("answers of all batches of a project are counted by the final label", async () => {
  const settings = { quality_level: "none", quality_policy: { overlap: 3, gold_share: 0 } };
  const first = await givenBatch(service, { texts: 3, settings });
  const upload = bodyOf(
    await request("POST", "/v1/uploads", {
      files: [{ filename: "x.txt", content_type: "text/plain", text: "x" }],
    }),
    201,
  );
  const second = bodyOf(
    await request("POST", "/v1/batches", { project_id: first.project_id, upload_ids: [upload.id] }),
    201,
  );
  for (const { id } of [first, second])
    await annotateAll(service, id, ["ann", "bob", "cid"], (_text, annotator) =>
      annotator === "cid" ? "no" : "yes",
    );

  expect(await read(first.project_id)).toEqual({
    project_id: first.project_id,
    batches: { read: 2, of: 2 },
    sample: { items: 4, of: 4 },
    confusion: [
      { answer: "yes", accepted: "yes", count: 8 },
      { answer: "no", accepted: "yes", count: 4 },
    ],
    pair_confusion: [
      { answer: "no", accepted: "yes", count: 8 },
      { answer: "yes", accepted: "no", count: 8 },
      { answer: "yes", accepted: "yes", count: 8 },
    ],
    gold_confusion: [],
    audit_confusion: [],
  });
  const other = await givenBatch(service, { texts: 1, settings });
  expect((await read(other.project_id)).confusion).toEqual([]);
});

test("answers are also compared with each other, where no label is decided yet", async () => {
  const settings = { quality_level: "none", quality_policy: { overlap: 2, gold_share: 0 } };
  const { id, project_id } = await givenBatch(service, { texts: 3, settings });
  await annotateAll(service, id, ["ann", "bob"], (_text, annotator) => (annotator === "bob" ? "no" : "yes"));

  const counted = {
    confusion: [],
    pair_confusion: [
      { answer: "no", accepted: "yes", count: 3 },
      { answer: "yes", accepted: "no", count: 3 },
    ],
  };
  expect(await read(project_id)).toMatchObject(counted);
  expect(bodyOf(await request("GET", `/v1/batches/${id}/quality`), 200)).toMatchObject(counted);
});

test("audits count after their verdict only", async () => {
  const settings = { quality_level: "basic", quality_policy: { overlap: 1, gold_share: 0 } };
  const { id, project_id } = await givenBatch(service, { texts: 3, settings });
  await annotateAll(service, id, ["ann"], () => "yes");
  await runJobs();
  await auditAll(service, id, "eve");
  expect((await read(project_id)).audit_confusion).toEqual([]);
  await runJobs();

  expect((await read(project_id)).audit_confusion).toEqual([{ answer: "yes", accepted: "yes", count: 3 }]);
});

test("types without a single label have no confusion", async () => {
  const project = bodyOf(
    await request("POST", "/v1/projects", { annotation_type: "ner", labels: [{ name: "person" }] }),
    201,
  );
  expect(await read(project.id)).toMatchObject({
    ...{
      batches: { read: 0, of: 0 },
      confusion: null,
      pair_confusion: null,
      gold_confusion: null,
      audit_confusion: null,
    },
  });
});

test("annotators, reviewers, other accounts and strangers do not read it", async () => {
  const { project_id } = await givenBatch(service, { texts: 1 });
  const path = `/v1/projects/${project_id}/confusion`;
  for (const [role, status] of [
    ["annotator", 403],
    ["reviewer", 403],
    ["viewer", 200],
    ["manager", 200],
    ["owner", 200],
  ] as const)
    expect((await (await givenPerson(service, { role })).request("GET", path)).status, role).toBe(status);
  expect((await (await service.givenAccount()).request("GET", path)).status).toBe(404);
  expect((await service.anonymous("GET", path)).status).toBe(401);
});
