import { expect, test } from "vitest";
import { annotateAll, bodyOf, claim, givenBatch, givenProject, submit } from "../../test/given.ts";
import { startService } from "../../test/service.ts";

const service = await startService();
const { request, runJobs } = service;

async function levels(query: string) {
  return bodyOf(await request("GET", `/v1/quality-levels?${query}`), 200).data;
}

test("every level has its price in audits and its chance to pass", async () => {
  const data = await levels("items=500");

  expect(
    data.map(({ level, score, overlap, audit_mode, evidence }: Record<string, unknown>) => ({
      level,
      score,
      overlap,
      audit_mode,
      evidence,
    })),
  ).toEqual([
    { level: "none", score: 0, overlap: 1, audit_mode: "verify", evidence: "none" },
    { level: "basic", score: 70, overlap: 2, audit_mode: "verify", evidence: "audit" },
    { level: "standard", score: 80, overlap: 2, audit_mode: "verify", evidence: "audit" },
    { level: "premium", score: 90, overlap: 3, audit_mode: "blind", evidence: "audit" },
    { level: "elite", score: 95, overlap: 3, audit_mode: "blind", evidence: "audit" },
  ]);
  expect(data[3]).toMatchObject({
    alpha: 0.0375,
    stages: [
      { required: 39, wrong_allowed: 0, minutes: null },
      { required: 56, wrong_allowed: 1, minutes: null },
      { required: 71, wrong_allowed: 2, minutes: null },
      { required: 85, wrong_allowed: 3, minutes: null },
      { required: 99, wrong_allowed: 4, minutes: null },
    ],
    chances: [{ right: 0.9 }, { right: 0.95 }, { right: 0.98 }],
    sentence: expect.stringMatching(
      /^Premium \(≥ 90\), 500 labels: 39 audits if all are right; up to 99 if four are wrong\./,
    ),
  });
});

test("the price follows the project's own policy and type", async () => {
  const quality_policy = { audit_plan: "forgiving", evidence: "agreement" };
  const body = { annotation_type: "bounding_box", quality_level: "basic", quality_policy };
  const { id } = bodyOf(await request("POST", "/v1/projects", body), 201);

  const data = await levels(`items=500&project_id=${id}`);

  expect(data[1]).toMatchObject({ level: "basic", evidence: "agreement", stages: [] });
  expect(data[4]).toMatchObject({ level: "elite", evidence: "audit", overlap: 5 });
  expect(data[4].stages).toHaveLength(7);
});

test("the time comes from the project's own audits", async () => {
  const { id, project_id } = await givenBatch(service, {
    texts: 5,
    settings: { quality_policy: { overlap: 1 } },
  });
  await annotateAll(service, id, ["ann"]);
  await runJobs();
  for (const active_ms of [20_000, 40_000]) {
    const task = await claim(service, "eve", { batch_id: id, kinds: ["audit"] });
    bodyOf(await submit(service, task, "yes", { active_ms }), 200);
  }

  const data = await levels(`items=500&project_id=${project_id}`);

  expect(data[3].stages.map(({ minutes }: { minutes: number }) => minutes)).toEqual([
    19.5, 28, 35.5, 42.5, 49.5,
  ]);
  expect(data[3].sentence).toContain(
    "39 audits (about 20 min) if all are right; up to 99 (about 50 min) if four",
  );
  const { sentence } = bodyOf(await request("GET", `/v1/batches/${id}`), 200);
  expect(sentence).toBe("Not certified yet. 2 labels checked. Check 3 more (about 2 min) for the verdict.");
});

test("an impossible number of items is refused, and another account's project is not found", async () => {
  for (const query of ["", "items=0", "items=1000001", "items=abc"]) {
    expect((await request("GET", `/v1/quality-levels?${query}`)).status).toBe(400);
  }
  const { id } = await givenProject(await service.givenAccount());
  expect((await request("GET", `/v1/quality-levels?items=5&project_id=${id}`)).status).toBe(404);
});

test("floors of slices are in the price before there are items", async () => {
  const quality_policy = { slices: [{ key: "language", min_score: 80 }] };
  const { id } = await givenProject(service, { quality_policy });

  const three = (await levels(`items=1500&project_id=${id}&slices=3`))[2];
  const unknown = (await levels(`items=1500&project_id=${id}`))[2];

  expect(three.slices).toMatchObject({ slices: 3, min_score: 80, audits_each: 29 });
  expect(three.sentence).toContain(`Slices: 29 audits in each of 3 slices of equal size`);
  expect(unknown.slices).toMatchObject({ slices: 22 });
  expect((await levels("items=1500"))[2].slices).toBeNull();
  expect((await request("GET", "/v1/quality-levels?items=5&slices=0")).status).toBe(400);
});
