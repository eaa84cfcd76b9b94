import { planRound } from "@assay/domain/certification/price.ts";
import { expect, test } from "vitest";
import { annotateAll, auditToVerdict, bodyOf, givenBatch } from "../../test/given.ts";
import { startService } from "../../test/service.ts";
import { digestOfRules } from "../guidelines/judging-rules.ts";

const service = await startService();
const { request, db, runJobs } = service;

const SETTINGS = {
  quality_level: "none",
  quality_policy: { overlap: 1, strict: true, audit_plan: "forgiving", audit_mode: "blind" },
};

async function rowOf(id: string) {
  return db.selectFrom("batches").selectAll().where("id", "=", id).executeTakeFirstOrThrow();
}

/** A completed batch of a level without a verdict. */
async function givenCompleted() {
  const batch = await givenBatch(service, { texts: 30, settings: SETTINGS });
  await annotateAll(service, batch.id, ["ann"]);
  await runJobs();
  return batch;
}

async function audited(id: string) {
  bodyOf(await request("POST", `/v1/batches/${id}/audit`, { level: "standard" }), 200);
  await runJobs();
  const { audit } = await rowOf(id);
  await auditToVerdict(service, id, "eve");
  return { ...(await rowOf(id)), audit };
}

async function predicateOf(id: string) {
  const { payload } = bodyOf(await request("GET", `/v1/batches/${id}/certificate`), 200);
  return JSON.parse(Buffer.from(payload, "base64").toString()).predicate;
}

test.each([
  { quality_policy: { overlap: 1, strict: false, audit_plan: "thrifty", audit_mode: "verify" } },
  { quality_policy: { scored_fields: [], max_excluded_share: 1, min_support: 0, label_floor: 1 } },
  { quality_level: "elite" },
  { labels: [{ name: "yes" }, { name: "no" }, { name: "new" }] },
  { instructions: "Anything goes" },
])("a change of the project after completion changes nothing of the verdict: %j", async (change) => {
  const { id, project_id } = await givenCompleted();
  const { judging_rules: before } = await rowOf(id);
  const { labels } = bodyOf(await request("GET", `/v1/projects/${project_id}`), 200);
  const changed = "labels" in change ? { labels: [...labels, { name: "new" }] } : change;
  bodyOf(await request("PATCH", `/v1/projects/${project_id}`, changed), 200);

  const { status, audit, policy, judging_rules: after } = await audited(id);

  expect(status).toBe("certified");
  const { stages } = planRound({ score: 80, audit_plan: "forgiving" }, 30, audit?.look ?? 0);
  expect(audit?.stages).toEqual(stages.map(({ audits }) => audits));
  expect(policy).toEqual({ ...before?.policy, level: "standard", score: 80 });
  expect(policy).toMatchObject({ strict: true, audit_mode: "blind", audit_plan: "forgiving" });
  expect(after).toEqual({ ...before, policy });
  expect(after).toMatchObject({ guideline_version: 1, labels: [{ name: "yes" }, { name: "no" }] });
});

test("the certificate has the rules and their digest", async () => {
  const { id } = await givenCompleted();
  expect((await rowOf(id)).judging_rules).toMatchObject({ policy: { level: "none" } });
  const { judging_rules } = await audited(id);
  if (judging_rules === null) throw new Error("no rules");

  const stated = (await predicateOf(id)).judging_rules;

  expect(stated).toEqual({ sha256: digestOfRules(judging_rules), rules: judging_rules });
  expect(judging_rules.policy).toEqual((await rowOf(id)).policy);
  expect(judging_rules.policy).toMatchObject({ level: "standard", score: 80, audit_plan: "forgiving" });
});
