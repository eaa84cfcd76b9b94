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

async function renameLabel(project_id: string) {
  const { labels } = bodyOf(await request("GET", `/v1/projects/${project_id}`), 200);
  const renamed = labels.map((label: { name: string }) => ({ ...label, name: `new ${label.name}` }));
  bodyOf(await request("PATCH", `/v1/projects/${project_id}`, { labels: renamed }), 200);
}

/** What is said about a batch: its report, certificate and files. */
async function statedOf(id: string) {
  const { labels, agreement, confusion } = bodyOf(await request("GET", `/v1/batches/${id}/quality`), 200);
  const predicate = await predicateOf(id);
  const download = async (query: string) => {
    const { status, bytes } = await request("GET", `/v1/batches/${id}/download${query}`);
    return [status, String(bytes)];
  };
  return {
    report: { labels, agreement, confusion },
    certificate: { labels: predicate.labels, agreement: predicate.agreement },
    dataset: await download(""),
    csv: await download("?format=csv"),
  };
}

test.each(["before the audit", "during the audit", "after certification"])(
  "a label that is renamed %s keeps its name in report, certificate and files",
  async (when) => {
    const { id, project_id } = await givenCompleted();
    if (when === "before the audit") await renameLabel(project_id);
    bodyOf(await request("POST", `/v1/batches/${id}/audit`, { level: "standard" }), 200);
    await runJobs();
    if (when === "during the audit") {
      const [task] = bodyOf(
        await request("POST", "/v1/tasks/claim", { batch_id: id, kinds: ["audit"], annotator: "eve" }),
        200,
      ).data;
      bodyOf(await request("POST", `/v1/tasks/${task.id}/submit`, { result: { label: "yes" } }), 200);
      await renameLabel(project_id);
    }
    await auditToVerdict(service, id, "eve");
    const before = await statedOf(id);
    if (when === "after certification") await renameLabel(project_id);

    expect(await statedOf(id)).toEqual(before);
    expect(JSON.stringify(before)).not.toContain("new yes");
    expect([before.dataset[0], before.csv[0]]).toEqual([200, 200]);
    expect(before.certificate).toMatchObject({
      labels: [{ label: "yes", delivered: 30, wrong: 0 }, { label: "no" }],
    });
    expect(before.report.labels).toMatchObject([{ label: "yes", delivered: 30 }]);
  },
);

test.each(["before the audit", "during the audit", "after certification"])(
  "a tolerance that is changed %s decides no audit and no agreement of a completed batch",
  async (when) => {
    const settings = {
      annotation_type: "rating",
      labels: undefined,
      type_options: { scales: [{ name: "fluency", min: 1, max: 9 }] },
      quality_policy: { overlap: 2, audit_mode: "blind", tolerance: { max_steps: 2 } },
    };
    const { id, project_id } = await givenBatch(service, { texts: 5, settings });
    const rate = async (annotator: string, kind: string, value: number) => {
      const wish = { batch_id: id, kinds: [kind], annotator, count: 20 };
      for (const task of bodyOf(await request("POST", "/v1/tasks/claim", wish), 200).data) {
        const result = { ratings: { fluency: value } };
        bodyOf(await request("POST", `/v1/tasks/${task.id}/submit`, { result }), 200);
      }
    };
    for (const annotator of ["ann", "bob"]) await rate(annotator, "annotate", 5);
    await runJobs();
    const change = async () => {
      const quality_policy = { ...settings.quality_policy, tolerance: { max_steps: 0 } };
      bodyOf(await request("PATCH", `/v1/projects/${project_id}`, { quality_policy }), 200);
    };
    if (when === "before the audit") await change();
    await rate("eve", "audit", 7);
    if (when === "during the audit") await change();
    await runJobs();
    const before = await statedOf(id);
    if (when === "after certification") await change();

    expect(await rowOf(id)).toMatchObject({ status: "certified", quality_score: 100 });
    expect(await statedOf(id)).toEqual(before);
  },
);

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
