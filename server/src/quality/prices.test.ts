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
    looks: [
      { look: 1, alpha: 0.025, required: 51, wrong_allowed: 1, minutes: null },
      { look: 2, alpha: 0.0125, required: 100, wrong_allowed: 4, minutes: null },
    ],
    chances: [{ right: 0.9 }, { right: 0.95 }, { right: 0.98 }],
    sentence: expect.stringMatching(/^Premium \(≥ 90\): 51 checks of 500 labels, at most 100\./),
  });
});

test("the price follows the project's own policy and type", async () => {
  const quality_policy = { max_looks: 1, evidence: "agreement" };
  const body = { annotation_type: "bounding_box", quality_level: "basic", quality_policy };
  const { id } = bodyOf(await request("POST", "/v1/projects", body), 201);

  const data = await levels(`items=500&project_id=${id}`);

  expect(data[1]).toMatchObject({ level: "basic", evidence: "agreement", looks: [] });
  expect(data[4]).toMatchObject({ level: "elite", evidence: "audit", overlap: 5, looks: [{ look: 1 }] });
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

  expect(data[3].looks.map(({ minutes }: { minutes: number }) => minutes)).toEqual([25.5, 50]);
  expect(data[3].sentence).toContain("51 checks of 500 labels (about 26 min), at most 100 (about 50 min).");
  const { sentence } = bodyOf(await request("GET", `/v1/batches/${id}`), 200);
  expect(sentence).toBe("Not certified yet. 2 checked. Check 3 more (about 2 min) for a verdict.");
});

test("an impossible number of items is refused, and another account's project is not found", async () => {
  for (const query of ["", "items=0", "items=1000001", "items=abc"]) {
    expect((await request("GET", `/v1/quality-levels?${query}`)).status).toBe(400);
  }
  const { id } = await givenProject(await service.givenAccount());
  expect((await request("GET", `/v1/quality-levels?items=5&project_id=${id}`)).status).toBe(404);
});
