import { expect, test } from "vitest";
import {
  annotateAll,
  auditAll,
  auditToVerdict,
  bodyOf,
  claim,
  givenLines,
  givenProject,
  submit,
} from "../../test/given.ts";
import { givenPerson, type Person } from "../../test/people.ts";
import { predicateOf, textsOf, workAs } from "../../test/red-team.ts";
import { startService, untilSomeoneWaits } from "../../test/service.ts";
import { deleteBatch } from "../batches/erase.ts";
import { lockBatch } from "../batches/store.ts";

const service = await startService();
const { request, runJobs, db } = service;

/** Labels now, certified later. */
const UNJUDGED = { quality_level: "none", quality_policy: { overlap: 1 } };

/** A batch of these texts in the project. */
async function givenTexts(project_id: string, texts: readonly string[], more: object = {}) {
  const lines = texts.map((text) => ({ text, external_id: text.split(" ").at(-1) ?? "", ...more }));
  const upload_ids = [await givenLines(service, service, lines)];
  return bodyOf(await request("POST", "/v1/batches", { project_id, upload_ids }), 201).id as string;
}

/** The same, labeled `yes` by `ann`. */
async function givenLabeled(project_id: string, texts: readonly string[], more: object = {}) {
  const id = await givenTexts(project_id, texts, more);
  await annotateAll(service, id, ["ann"]);
  await runJobs();
  return id;
}

let datasets = 0;

/** The path of a version of a new dataset over all completed and certified batches of the project. */
async function givenVersion(project_id: string, more: object = {}): Promise<string> {
  datasets += 1;
  const query = { project_id, statuses: ["completed", "certified"], ...more };
  const { id } = bodyOf(await request("POST", "/v1/datasets", { name: `set ${datasets}`, query }), 201);
  return addVersion(`/v1/datasets/${id}`);
}

async function addVersion(dataset: string): Promise<string> {
  const { version } = bodyOf(await request("POST", `${dataset}/versions`), 202);
  await runJobs();
  return `${dataset}/versions/${version}`;
}

/** The batch that certifies the version, with its sample drawn. */
async function givenCertification(version: string, policy: object = {}): Promise<string> {
  const { id } = bodyOf(
    await request("POST", `${version}/certification`, { quality_level: "standard", quality_policy: policy }),
    201,
  );
  await runJobs();
  return id;
}

async function batchOf(id: string) {
  return bodyOf(await request("GET", `/v1/batches/${id}`), 200);
}

/** Projects with one completed batch of texts that nobody else has, and a version of it. */
async function givenOne(name: string, count = 8) {
  const { id: project_id } = await givenProject(service, UNJUDGED);
  const texts = textsOf(name, count);
  const batch_id = await givenLabeled(project_id, texts);
  return { project_id, batch_id, texts, version: await givenVersion(project_id) };
}

test("a version's batch has frozen copies, is completed at once, and takes no change of its labels", async () => {
  const { id: project_id } = await givenProject(service, UNJUDGED);
  const sources = [
    await givenLabeled(project_id, textsOf("frozen", 4), { group: "same" }),
    await givenLabeled(project_id, textsOf("frozen too", 4)),
  ];
  const version = await givenVersion(project_id);
  const asked = await request("POST", `${version}/certification`, {
    quality_level: "standard",
    name: "All of it",
  });
  const { id, ...created } = bodyOf(asked, 201);
  expect(asked.headers.location).toBe(`/v1/batches/${id}`);
  const [, dataset_id] = /datasets\/(ds_\w+)/.exec(version) ?? [];
  expect(created).toMatchObject({
    ...{ name: "All of it", status: "created", item_count: 8, items_ready: 0, required_level: "standard" },
    certifies: { dataset_id, version: 1 },
  });
  expect((await request("POST", `/v1/batches/${id}/annotations`, { annotations: [] })).status).not.toBe(200);
  await runJobs();
  const batch = await batchOf(id);
  // The four items of one group count as one.
  expect(batch).toMatchObject({
    status: "completed",
    annotated_count: 8,
    file_count: 2,
    audit: { unit: "group", required: 5 },
  });
  expect(bodyOf(await request("GET", version), 200).certification).toEqual({
    ...{ batch_id: id, status: "completed", certificate_id: null },
  });
  expect(await claim(service, "zoe", { batch_id: id, kinds: ["annotate"] })).toBeUndefined();
  const types = bodyOf(await request("GET", "/v1/events?limit=100"), 200).data;
  const ofBatch = types.filter((event: { data: { batch_id?: string } }) => event.data.batch_id === id);
  expect(new Set(ofBatch.map(({ type }: { type: string }) => type))).toEqual(
    new Set(["batch.created", "batch.processing", "batch.completed"]),
  );

  const { data: items } = bodyOf(await request("GET", `/v1/items?batch_id=${id}&limit=100`), 200);
  const some = { item_ids: [items[0].id] };
  const gold = { gold: [{ external_id: "1", result: { label: "no" } }] };
  for (const [path, body] of [
    ["rework", {}],
    ["amend", some],
    ["consensus", { method: "majority" }],
    ["gold", gold],
  ] as const)
    expect([path, (await request("POST", `/v1/batches/${id}/${path}`, body)).body]).toMatchObject([
      path,
      { error: "invalid_state", message: expect.stringContaining("its labels are final") },
    ]);
  bodyOf(await request("POST", "/v1/items/bulk", { filter: { batch_id: id }, action: "gold" }), 202);
  await runJobs();
  expect(await db.selectFrom("gold_answers").select("item_id").where("batch_id", "=", id).execute()).toEqual(
    [],
  );

  await auditToVerdict(service, id, "eve");
  await runJobs();
  const records = String((await request("GET", `/v1/batches/${id}/download?format=jsonl`)).bytes);
  const first = JSON.parse(records.split("\n")[0] ?? "");
  expect(first).toMatchObject({
    ...{ batch_id: id, external_id: "1", group: "same", text: "frozen 1", result: { label: "yes" } },
    ...{ copy_of: { batch_id: sources[0] }, split: expect.stringMatching(/train|validation|test/) },
  });
  expect((await request("POST", `/v1/batches/${id}/amend`, some)).body.error).toBe("invalid_state");
  const { certification } = bodyOf(await request("GET", version), 200);
  expect(certification).toMatchObject({
    status: "certified",
    certificate_id: expect.stringMatching(/^cert_/),
  });
  const predicate = await predicateOf(service, id);
  expect(predicate).toMatchObject({
    id: certification.certificate_id,
    dataset_version: { dataset: dataset_id, version: 1, batches: 2 },
    guideline_versions: [1],
    consensus: null,
    annotators: [{ annotator: "annotator_1", answers: 8, audited: 8, wrong: 0 }],
    limits: expect.arrayContaining([expect.stringContaining("A query chose these items from 2 batches")]),
  });
  // Neither changes, nor datasets, nor exports of the project have an item twice.
  const changes = bodyOf(await request("GET", `/v1/changes?project_id=${project_id}`), 200);
  expect(changes.data).toEqual([]);
  const later = await givenVersion(project_id);
  expect(bodyOf(await request("GET", later), 200).counts).toMatchObject({ items: 8, batches: 2 });
  const { progress } = bodyOf(await request("GET", `/v1/projects/${project_id}?include=progress`), 200);
  expect(progress).toMatchObject({ items: 8, accepted: 8, certified: 0 });
  const wish = { project_id, format: "jsonl" };
  const { id: export_id } = bodyOf(await request("POST", "/v1/exports", wish), 202);
  await runJobs();
  const exported = String((await request("GET", `/v1/exports/${export_id}/download`)).bytes);
  expect(exported.split("\n").filter(Boolean)).toHaveLength(8);
  expect(
    (await request("POST", "/v1/datasets", { name: "copies", query: { project_id, batch_ids: [id] } }))
      .status,
  ).toBe(404);
});

test("auditors correct the copy: its records have their labels, the batch and its later versions do not", async () => {
  const { version, batch_id } = await givenOne("corrected", 40);
  const id = await givenCertification(version);
  let wrong = "";
  await auditToVerdict(service, id, "eve", (text) => {
    wrong ||= text;
    return text === wrong ? "no" : "yes";
  });
  await runJobs();
  expect((await batchOf(id)).status).toBe("certified");
  const labelIn = async (path: string) => {
    const lines = String((await request("GET", path)).bytes)
      .split("\n")
      .filter(Boolean);
    return lines.map((line) => JSON.parse(line)).find(({ text }) => text === wrong)?.result.label;
  };
  expect(await labelIn(`/v1/batches/${id}/download?format=jsonl`)).toBe("no");
  expect(await labelIn(`${version}/download?format=jsonl`)).toBe("yes");
  const { data } = bodyOf(await request("GET", `/v1/items?batch_id=${batch_id}&label=no`), 200);
  expect(data).toEqual([]);
});

test("who annotated or audited an item audits no copy of it, unless they work alone", async () => {
  const { id: project_id } = await givenProject(service, { quality_policy: { overlap: 1 } });
  const texts = textsOf("independent", 5);
  const batch_id = await givenTexts(project_id, texts);
  const [ann, eve, zoe] = [
    await givenPerson(service, { role: "reviewer" }),
    await givenPerson(service, { role: "reviewer" }),
    await givenPerson(service, { role: "reviewer" }),
  ];
  await workAs(ann, batch_id, "annotate");
  await runJobs();
  expect(await workAs(eve, batch_id, "audit")).toBe(5);
  await runJobs();
  const id = await givenCertification(await givenVersion(project_id));
  expect((await batchOf(id)).audit).not.toBeNull();

  expect(await workAs(ann, id, "audit")).toBe(0);
  expect(await workAs(eve, id, "audit")).toBe(0);
  expect(await workAs(zoe, id, "audit")).toBe(5);
  await runJobs();
  expect(await predicateOf(service, id)).toMatchObject({
    ...{ independent: true, independence: "persons", earlier_rounds: 1 },
    auditors: [{ audits: 5, annotated: false }],
  });
});

test("a label that a key named an annotator of is declared in the copy too", async () => {
  const { version } = await givenOne("declared", 6);
  const id = await givenCertification(version);
  const zoe = await givenPerson(service, { role: "reviewer" });
  await workAs(zoe, id, "audit");
  await runJobs();
  expect(await predicateOf(service, id)).toMatchObject({ independent: true, independence: "declared" });
});

test("a person who works alone audits copies of their own items, and the certificate says so", async () => {
  const alone = await service.givenAccount();
  const { id: project_id } = await givenProject(alone, UNJUDGED);
  const upload_ids = [
    await givenLines(
      service,
      alone,
      textsOf("alone", 5).map((text) => ({ text })),
    ),
  ];
  const { id: batch_id } = bodyOf(
    await alone.request("POST", "/v1/batches", { project_id, upload_ids }),
    201,
  );
  await annotateAll(alone, batch_id, ["ann"]);
  await runJobs();
  const query = { project_id, statuses: ["completed"] };
  const { id } = bodyOf(await alone.request("POST", "/v1/datasets", { name: "mine", query }), 201);
  bodyOf(await alone.request("POST", `/v1/datasets/${id}/versions`), 202);
  await runJobs();
  const path = `/v1/datasets/${id}/versions/1/certification`;
  const { id: copy } = bodyOf(await alone.request("POST", path, { quality_level: "basic" }), 201);
  await runJobs();
  await auditAll(alone, copy, "ann");
  await runJobs();
  expect(await predicateOf(alone, copy)).toMatchObject({
    ...{ level: "basic", independent: false, independence: "none" },
    auditors: [{ annotated: true }],
  });
});

test.each(["batches", "version"])(
  "a version and its batches share the 5 % when the %s come first: each try has the budget of the next round",
  async (order) => {
    const batchFirst = order === "batches";
    const { id: project_id } = await givenProject(service, UNJUDGED);
    const ids = [
      await givenLabeled(project_id, textsOf(`shared ${batchFirst} a`, 12)),
      await givenLabeled(project_id, textsOf(`shared ${batchFirst} b`, 12)),
    ];
    const tryBatch = async (id = "") => {
      bodyOf(await request("POST", `/v1/batches/${id}/audit`, { level: "standard" }), 200);
      await runJobs();
      await auditToVerdict(service, id, "eve", () => "no");
      const row = await db
        .selectFrom("batches")
        .select(["status", "budget_round"])
        .where("id", "=", id)
        .executeTakeFirstOrThrow();
      expect(row.status).toBe("failed");
      return row.budget_round;
    };
    const version = await givenVersion(project_id);
    const tryVersion = async () => {
      const id = await givenCertification(version);
      await auditToVerdict(service, id, "zoe", () => "no");
      const row = await db
        .selectFrom("batches")
        .select(["status", "budget_round"])
        .where("id", "=", id)
        .executeTakeFirstOrThrow();
      expect(row.status).toBe("failed");
      expect((await request("POST", `/v1/batches/${id}/rework`, {})).body.error).toBe("invalid_state");
      bodyOf(await request("DELETE", `/v1/batches/${id}`), 204);
      return row.budget_round;
    };

    const rounds = batchFirst
      ? [await tryBatch(ids[0]), await tryVersion(), await tryBatch(ids[1]), await tryVersion()]
      : [await tryVersion(), await tryBatch(ids[0]), await tryVersion(), await tryBatch(ids[1])];
    expect(rounds).toEqual([1, 2, 3, 4]);
  },
);

test("while a copy is audited blind, who may audit reads its labels nowhere", async () => {
  const { id: project_id } = await givenProject(service, { quality_policy: { overlap: 1 } });
  const batch_id = await givenTexts(project_id, textsOf("blind", 30));
  const other = await givenTexts(project_id, textsOf("not blind", 6));
  for (const id of [batch_id, other]) {
    await annotateAll(service, id, ["ann"]);
    await runJobs();
    await auditToVerdict(service, id, "eve");
    await runJobs();
  }
  const version = await givenVersion(project_id, { batch_ids: [batch_id], statuses: ["certified"] });
  const first = await givenCertification(version);
  await auditToVerdict(service, first, "zoe");
  await runJobs();
  const again = await addVersion(version.replace(/\/versions.*/, ""));
  const aside = await givenVersion(project_id, { batch_ids: [other], statuses: ["certified"] });
  const manager = await givenPerson(service, { role: "manager" });
  const viewer = await givenPerson(service, { role: "viewer" });
  const { data: items } = bodyOf(await request("GET", `/v1/items?batch_id=${batch_id}`), 200);
  const paths = [
    ...[batch_id, first].flatMap((id) => [
      `/v1/batches/${id}/download?format=jsonl`,
      `/v1/batches/${id}/link`,
    ]),
    ...[version, again].flatMap((path) => [`${path}/download?format=jsonl`, `${path}/diff`]),
    `/v1/changes?project_id=${project_id}`,
    `/v1/items/${items[0].id}/annotations`,
    `/v1/batches/${batch_id}/annotations`,
  ];
  const statusesFor = async (person: Person) => {
    const statuses = [];
    for (const path of paths) statuses.push((await person.request("GET", path)).status);
    return statuses;
  };
  const labelFor = async (person: Person) =>
    bodyOf(await person.request("GET", `/v1/items/${items[0].id}`), 200).label;
  const open = paths.map(() => 200);
  expect([await statusesFor(manager), await labelFor(manager)]).toEqual([open, { label: "yes" }]);

  const id = await givenCertification(again, { audit_mode: "blind" });
  expect((await batchOf(id)).audit).not.toBeNull();
  expect([await statusesFor(manager), await labelFor(manager)]).toEqual([paths.map(() => 409), null]);
  expect([await statusesFor(viewer), await labelFor(viewer)]).toEqual([open, { label: "yes" }]);
  for (const batch of [batch_id, first])
    expect(bodyOf(await manager.request("GET", `/v1/items?batch_id=${batch}&label=yes`), 200).data).toEqual(
      [],
    );
  expect((await manager.request("POST", "/v1/exports", { project_id })).body.error).toBe("invalid_state");
  for (const path of [`/v1/batches/${other}/download?format=jsonl`, `${aside}/download?format=jsonl`])
    expect((await manager.request("GET", path)).status).toBe(200);

  await auditToVerdict(service, id, "zed");
  await runJobs();
  expect((await batchOf(id)).status).toBe("certified");
  expect([await statusesFor(manager), await labelFor(manager)]).toEqual([open, { label: "yes" }]);
});

test("the deletion of a batch deletes the copies of its items, and an audit of them only if it is abandoned", async () => {
  const { id: project_id } = await givenProject(service, UNJUDGED);
  const ids = [
    await givenLabeled(project_id, textsOf("secret words", 4)),
    await givenLabeled(project_id, textsOf("other words", 4)),
  ];
  const version = await givenVersion(project_id);
  const id = await givenCertification(version);
  const refused = await request("DELETE", `/v1/batches/${ids[0]}`);
  expect(refused.body).toMatchObject({ error: "invalid_state", message: expect.stringContaining(id) });
  expect((await request("DELETE", version.replace(/\/versions.*/, ""))).body.error).toBe("invalid_state");

  bodyOf(await request("DELETE", `/v1/batches/${ids[0]}?abandon=true`), 204);

  expect((await request("GET", `/v1/batches/${id}`)).status).toBe(404);
  expect(bodyOf(await request("GET", version), 200)).toMatchObject({ status: "erased", certification: null });
  expect((await request("POST", `${version}/certification`, {})).body.error).toBe("gone");
  await runJobs();
  for (const table of ["items", "tasks", "audits"] as const)
    expect(await db.selectFrom(table).select("batch_id").where("batch_id", "=", id).execute()).toEqual([]);
  const { audit_outcome } = await db
    .selectFrom("batches")
    .select("audit_outcome")
    .where("id", "=", id)
    .executeTakeFirstOrThrow();
  expect(audit_outcome).toBe("abandoned");
  const failed = bodyOf(await request("GET", "/v1/events?type=batch.failed&limit=100"), 200).data;
  expect(failed.some(({ data }: { data: { batch_id: string } }) => data.batch_id === id)).toBe(true);

  // The contents are in the ledger: what is left starts with the next round.
  const left = await addVersion(version.replace(/\/versions.*/, ""));
  expect((await batchOf(await givenCertification(left))).earlier_rounds).toBe(1);
});

test("who certifies a version waits for the deletion of one of its batches, and finds it erased", async () => {
  const { version, batch_id } = await givenOne("overtaken");
  const done = Promise.withResolvers<void>();
  const deleting = db.transaction().execute(async (tx) => {
    const batch = await lockBatch(tx, service.accountId, batch_id);
    await deleteBatch(tx, batch, service.deps.now());
    await done.promise;
  });
  const asked = request("POST", `${version}/certification`, { quality_level: "basic" });
  await untilSomeoneWaits(db);
  done.resolve();
  await deleting;
  expect((await asked).body.error).toBe("gone");
});

test("a deleted dataset takes its certified batches with it; a copy alone can go", async () => {
  const { version, batch_id } = await givenOne("dataset gone");
  const id = await givenCertification(version);
  bodyOf(await request("DELETE", `/v1/batches/${id}?abandon=true`), 204);
  expect((await batchOf(batch_id)).status).toBe("completed");
  const again = await givenCertification(version);
  await auditToVerdict(service, again, "eve");
  await runJobs();
  bodyOf(await request("DELETE", version.replace(/\/versions.*/, "")), 204);
  await runJobs();
  expect((await request("GET", `/v1/batches/${again}/download`)).body.error).toBe("gone");
  expect((await batchOf(batch_id)).status).toBe("completed");
});

test("rework and amendment of the batches do not change the copies", async () => {
  const { id: project_id } = await givenProject(service, { quality_policy: { overlap: 1 } });
  const batch_id = await givenTexts(project_id, textsOf("amended", 6));
  await annotateAll(service, batch_id, ["ann"]);
  await runJobs();
  await auditToVerdict(service, batch_id, "eve");
  await runJobs();
  const version = await givenVersion(project_id);
  const { id } = bodyOf(await request("POST", `${version}/certification`, {}), 201);
  const { data } = bodyOf(await request("GET", `/v1/items?batch_id=${batch_id}`), 200);
  bodyOf(await request("POST", `/v1/batches/${batch_id}/amend`, { item_ids: [data[0].id] }), 200);
  await runJobs();
  await annotateAll(service, batch_id, ["bob"], () => "no");
  await runJobs();
  await auditToVerdict(service, id, "zoe");
  await runJobs();
  const file = String((await request("GET", `/v1/batches/${id}/download?format=jsonl`)).bytes);
  expect(file.match(/"result":\{"label":"yes"\}/g)).toHaveLength(6);
});

test("a label that was renamed since the version was frozen has its new name in the copy", async () => {
  const { project_id, version } = await givenOne("renamed");
  const { labels } = bodyOf(await request("GET", `/v1/projects/${project_id}`), 200);
  const renamed = labels.map((label: { name: string }) =>
    label.name === "yes" ? { ...label, name: "sure" } : label,
  );
  bodyOf(await request("PATCH", `/v1/projects/${project_id}`, { labels: renamed }), 200);
  const id = await givenCertification(version);
  await auditToVerdict(service, id, "eve");
  await runJobs();
  expect((await batchOf(id)).status).toBe("certified");
  const file = String((await request("GET", `/v1/batches/${id}/download?format=jsonl`)).bytes);
  expect(file.match(/"label":"sure"/g)).toHaveLength(8);
});

test("what a batch of the items could not pass without an audit cannot be certified", async () => {
  const { id: project_id } = await givenProject(service, UNJUDGED);
  const batch_id = await givenTexts(project_id, textsOf("unfinished", 4));
  const { id: item } = (await claim(service, "ann", { batch_id })) ?? {};
  bodyOf(await submit(service, { id: item }, "yes"), 200);
  const unfinished = await givenVersion(project_id, { statuses: ["processing"] });
  const refusal = async (version: string, body: object = { quality_level: "basic" }) =>
    (await request("POST", `${version}/certification`, body)).body;
  expect(await refusal(unfinished)).toMatchObject({
    error: "invalid_state",
    message: expect.stringContaining(`batch ${batch_id} was neither completed nor certified`),
  });
  bodyOf(
    await request("POST", "/v1/items/bulk", {
      filter: { batch_id, external_ids: ["2"] },
      action: "exclude",
      reason: "blurred",
    }),
    202,
  );
  await runJobs();
  await annotateAll(service, batch_id, ["ann"]);
  await runJobs();
  const version = await givenVersion(project_id);
  expect(await refusal(version)).toMatchObject({
    error: "invalid_state",
    message: expect.stringContaining("1 of 4 items in the batches of version 1 are excluded"),
  });
  const empty = await givenVersion(project_id, { labels: ["no"] });
  expect(await refusal(empty)).toMatchObject({
    error: "invalid_state",
    message: expect.stringContaining("no items"),
  });
});

test("annotators who disagree more than chance fail a version as they fail a batch", async () => {
  const { id: project_id } = await givenProject(service, {
    quality_level: "none",
    quality_policy: { overlap: 2, min_support: 0.1 },
  });
  const batch_id = await givenTexts(project_id, textsOf("chance", 30));
  const of = (text: string) => Number(text.split(" ").at(-1)) % 2 === 0;
  await annotateAll(service, batch_id, ["ann", "bob"], (text, annotator) =>
    (annotator === "ann") === of(text) ? "yes" : "no",
  );
  await runJobs();
  await annotateAll(service, batch_id, ["cyd"]);
  await runJobs();
  const id = await givenCertification(await givenVersion(project_id));
  expect(await batchOf(id)).toMatchObject({ status: "failed", failure_reasons: [{ code: "agreement" }] });
});

test("each bad request names what is wrong", async () => {
  const { project_id, version } = await givenOne("bad requests");
  const ask = (body: object, path = version, as = request) => as("POST", `${path}/certification`, body);
  expect(await ask({ quality_level: "none" })).toMatchObject({
    status: 400,
    body: { error: "invalid_request" },
  });
  expect(await ask({})).toMatchObject({ status: 400 });
  expect(await ask({ quality_level: "best" })).toMatchObject({ status: 400 });
  expect(await ask({ quality_level: "basic", quality_policy: { challenge: "beacon" } })).toMatchObject({
    status: 400,
  });
  expect(await ask({ quality_level: "basic", quality_policy: { scored_fields: ["mood"] } })).toMatchObject({
    status: 400,
  });
  for (const path of [
    version.replace(/1$/, "2"),
    version.replace(/ds_\w+/, "ds_none"),
    version.replace(/1$/, "x"),
  ])
    expect(await ask({ quality_level: "basic" }, path)).toMatchObject({
      status: 404,
      body: { error: "not_found" },
    });
  const stranger = await service.givenAccount();
  expect(await ask({ quality_level: "basic" }, version, stranger.request)).toMatchObject({ status: 404 });
  const viewer = await givenPerson(service, { role: "viewer" });
  expect(await ask({ quality_level: "basic" }, version, viewer.request)).toMatchObject({ status: 403 });
  bodyOf(await request("PATCH", `/v1/projects/${project_id}`, { status: "paused" }), 200);
  expect((await ask({ quality_level: "basic" })).body.error).toBe("project_not_active");
  bodyOf(await request("PATCH", `/v1/projects/${project_id}`, { status: "active" }), 200);
  bodyOf(await ask({ quality_level: "basic" }), 201);
  expect((await ask({ quality_level: "basic" })).body).toMatchObject({
    error: "conflict",
    message: expect.stringContaining("a batch certifies version 1 already"),
  });
});
