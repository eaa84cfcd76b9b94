import { expect, test } from "vitest";
import { annotateAll, auditAll, bodyOf, givenBatch } from "../../test/given.ts";
import {
  certifyBatchOfType,
  givenBatchOfType,
  givenCertified,
  givenCertifiedOfType,
} from "../../test/given-dataset.ts";
import { startService } from "../../test/service.ts";
import { stagedNames } from "../../test/stored.ts";
import { unzip } from "../../test/unzip.ts";
import { findBatch } from "../batches/store.ts";
import { certifyBatch } from "../verdict/certify.ts";
import { freezeDataset } from "./freeze.ts";

const service = await startService();
const { request, deps, db, runJobs } = service;

async function download(batch_id: string, query = ""): Promise<string> {
  return (await request("GET", `/v1/batches/${batch_id}/download${query}`)).bytes.toString();
}

async function frozenText(batch_id: string, variant: string): Promise<string> {
  const { sha256 } = await db
    .selectFrom("artefacts")
    .select("sha256")
    .where("batch_id", "=", batch_id)
    .where("variant", "=", variant)
    .executeTakeFirstOrThrow();
  return (await deps.blobs.open(sha256).setEncoding("utf8").toArray()).join("");
}

// biome-ignore lint/suspicious/noExplicitAny: a record as the service wrote it; the assertions are the check
function recordsOf(jsonl: string): any[] {
  return jsonl
    .trimEnd()
    .split("\n")
    .map((line) => JSON.parse(line));
}

async function rename(project_id: string, id: string, name: string): Promise<void> {
  const { body } = await request("GET", `/v1/projects/${project_id}`);
  const labels = body.labels.map((label: { id: string }) => (label.id === id ? { ...label, name } : label));
  await request("PATCH", `/v1/projects/${project_id}`, { labels });
}

test("certificate and report of a batch have the same agreement, with the batch's own tolerance and options", async () => {
  const settings = {
    ...{ annotation_type: "rating", labels: [], quality_level: "basic" },
    type_options: { scales: [{ name: "taste", min: 1, max: 9, kind: "numeric" }] },
    quality_policy: { overlap: 2, tolerance: { max_steps: 2 } },
  };
  const { id } = await givenBatch(service, { texts: 6, settings });
  const annotations = [1, 2, 3, 4, 5, 6].flatMap((n) =>
    ["ann", "bob"].map((annotator, index) => ({
      ...{
        external_id: String(n),
        annotator,
        result: { ratings: { taste: n + (n % 2 === 0 ? 2 : 1) * index } },
      },
    })),
  );
  await request("POST", `/v1/batches/${id}/annotations`, { annotations });
  await runJobs();
  const wish = { batch_id: id, kinds: ["audit"], annotator: "eve", count: 20 };
  for (const task of (await request("POST", "/v1/tasks/claim", wish)).body.data) {
    await request("POST", `/v1/tasks/${task.id}/submit`, { result: task.item.label });
  }
  await runJobs();

  const { payload } = (await request("GET", `/v1/batches/${id}/certificate`)).body;
  const { agreement: signed } = JSON.parse(Buffer.from(payload, "base64").toString()).predicate;
  const { agreement: told } = (await request("GET", `/v1/batches/${id}/quality`)).body;
  const { alpha, items, pairs, agreeing_pairs, unanimous_items } = told;
  expect([pairs, agreeing_pairs]).toEqual([6, 6]);
  expect(signed).toMatchObject({ alpha, items, pairs, agreeing_pairs, unanimous_items });
});

test("a keypoint that was added to the skeleton while a batch was in work is delivered", async () => {
  const labels = [{ name: "yes" }, { name: "no" }];
  const type_options = { keypoints: ["nose"] };
  const batch = await givenBatchOfType(service, "keypoint", { labels, type_options });
  const added = { type_options: { keypoints: ["nose", "tail"], skeleton: [["nose", "tail"]] } };
  bodyOf(await request("PATCH", `/v1/projects/${batch.project_id}`, added), 200);

  await certifyBatchOfType(service, "keypoint", batch);

  const { categories, annotations } = JSON.parse(await download(batch.id));
  expect(categories[0]).toMatchObject({ keypoints: ["nose", "tail"], skeleton: [[1, 2]] });
  expect(annotations[0].keypoints).toEqual([1, 2, 2, 11.5, 2, 1]);
});

test("claim, page, datasheet and Croissant state the acceptance tolerance", async () => {
  const { id } = await givenCertifiedOfType(service, "object_detection", {
    labels: [{ name: "yes" }, { name: "no" }],
  });
  const words =
    "Two answers count as the same if their F1 is at least 0.9, where boxes match from an IoU of 0.5 with the same label.";

  const { sentence } = (await request("GET", `/v1/batches/${id}`)).body;
  const bundle = await unzip((await request("GET", `/v1/batches/${id}/download?bundle=true`)).bytes);
  const page = await request("GET", `/certificates/${(await certificateOf(id)).id}`);

  expect(sentence).toContain(words);
  expect(String(page.bytes)).toContain(words);
  for (const name of ["DATASHEET.md", "croissant.json"]) expect(String(bundle.get(name))).toContain(words);
});

async function certificateOf(batch_id: string) {
  return db
    .selectFrom("certificates")
    .select("id")
    .where("batch_id", "=", batch_id)
    .executeTakeFirstOrThrow();
}

test("a freeze that loses to another certifying run leaves no staged file", async () => {
  const { id } = await givenCertified(service);
  const batch = await findBatch(db, service.accountId, id);
  const [look] = batch?.looks ?? [];
  if (batch?.quality_score == null || look === undefined) throw new Error("the batch was to have a score");
  const verdict = {
    outcome: "certified",
    score: batch.quality_score,
    level: "standard",
    evidence: look,
  } as const;
  const before = await stagedNames(deps);

  await certifyBatch(deps, { batch, verdict, look });

  expect(await stagedNames(deps)).toEqual(before);
});

test("freezing the same batch again gives the same bytes", async () => {
  const { id } = await givenCertifiedOfType(service, "object_detection", {
    labels: [{ name: "yes" }, { name: "no" }],
  });
  const batch = await findBatch(db, service.accountId, id);
  if (batch?.certified_at == null) throw new Error("the batch was to be certified");

  const { quality_score: score, looks } = batch;
  const [look] = looks;
  if (score === null || look === undefined) throw new Error("the batch was to have a score");
  const verdict = { outcome: "certified", score, level: "standard", evidence: look } as const;
  const { artefacts: again } = await freezeDataset(deps, { batch, verdict, look }, batch.certified_at);

  const first = await db.selectFrom("artefacts").selectAll().where("batch_id", "=", id).execute();
  const digests = (files: readonly { variant: string; sha256: string }[]) =>
    Object.fromEntries(files.map(({ variant, sha256 }) => [variant, sha256]));
  expect(Object.keys(digests(first)).sort()).toEqual([
    "about.json",
    "audit.csv",
    "dataset.jsonl",
    "format:coco",
    "loss.json",
    "population.jsonl",
  ]);
  expect(digests(again.map(({ variant, staged }) => ({ variant, sha256: staged.sha256 })))).toEqual(
    digests(first),
  );
});

test("the auditor's corrections are delivered, and audit.csv keeps what was judged", async () => {
  const batch = await givenCertified(service, {
    texts: 60,
    settings: { quality_level: "basic" },
    verdict: (() => {
      let audits = 0;
      return () => (++audits === 1 ? "no" : "yes");
    })(),
  });

  const records = recordsOf(await download(batch.id));
  const corrected = records.filter(({ origin }) => origin === "correction");
  expect(corrected).toMatchObject([{ result: { label: "no" }, answers: [{ result: { label: "yes" } }, {}] }]);

  const [header, ...rows] = (await frozenText(batch.id, "audit.csv")).trimEnd().split("\n");
  const { body } = await request("GET", `/v1/batches/${batch.id}`);
  expect(body).toMatchObject({ status: "certified" });
  expect(header).toBe("rank,item,look,acceptable,label,group,verdict,repeat_verdict");
  expect(rows.map((row) => row.split(",")[0])).toEqual(rows.map((_, index) => String(index + 1)));
  expect(rows.filter((row) => row.split(",")[3] === "0")).toEqual([
    expect.stringMatching(new RegExp(`^\\d+,${corrected[0].id},1,0,yes,,wrong,$`)),
  ]);
});

test("audit.csv and the number of items give the same score again", async () => {
  const batch = await givenCertified(service, { texts: 40 });

  const rows = (await frozenText(batch.id, "audit.csv")).trimEnd().split("\n").slice(1);
  const wrong = rows.filter((row) => row.split(",")[3] === "0").length;
  const { body } = await request("GET", `/v1/batches/${batch.id}`);
  const { N, n, d } = (await findBatch(db, service.accountId, batch.id))?.looks.at(-1) ?? {};
  expect({ N: body.item_count, n: rows.length, d: wrong }).toEqual({ N, n, d });
});

test("labels are delivered under their names at completion, and do not change later", async () => {
  const batch = await givenBatch(service, { texts: 6 });
  await annotateAll(service, batch.id, ["ann"]);
  await rename(batch.project_id, "label_1", "positive");
  await annotateAll(service, batch.id, ["bob"], () => "positive");
  await runJobs();
  await auditAll(service, batch.id, "eve", () => "positive");
  await rename(batch.project_id, "label_1", "good");
  await runJobs();
  const before = await download(batch.id);
  const [record] = recordsOf(before);
  expect(record.result).toEqual({ label: "positive" });
  expect(record.answers).toMatchObject([
    { guideline_version: 1, result: { label: "positive" } },
    { guideline_version: 2, result: { label: "positive" } },
  ]);
  expect(await frozenText(batch.id, "audit.csv")).toContain(",1,positive,");
  const { result } = await db
    .selectFrom("annotations")
    .select("result")
    .where("batch_id", "=", batch.id)
    .where("guideline_version", "=", 1)
    .limit(1)
    .executeTakeFirstOrThrow();
  expect(result).toEqual({ label: "yes" });

  await rename(batch.project_id, "label_1", "very good");

  expect(await download(batch.id)).toBe(before);
  const csv = await download(batch.id, "?format=csv");
  expect(csv).toContain("positive");
  expect(csv).not.toContain("very good");
});

test("a name reused by another label is not confused with it", async () => {
  const batch = await givenBatch(service, {
    texts: 6,
    settings: { labels: [{ name: "yes" }, { name: "no" }] },
  });
  await annotateAll(service, batch.id, ["ann"]);
  const labels = [
    { id: "label_1", name: "no" },
    { id: "label_2", name: "yes" },
  ];
  await request("PATCH", `/v1/projects/${batch.project_id}`, { labels });
  await annotateAll(service, batch.id, ["bob"], () => "no");
  await runJobs();
  await auditAll(service, batch.id, "eve", () => "no");
  await runJobs();

  const records = recordsOf(await download(batch.id));
  expect(records.every(({ result }) => result.label === "no")).toBe(true);
});

test("categories keep the order of the project's labels, including retired ones, whatever changes later", async () => {
  const names = ["zebra", "yes", "no"];
  const batch = await givenCertifiedOfType(service, "object_detection", {
    labels: names.map((name) => ({ name, retired: name === "zebra" })),
    export_format: "jsonl",
  });
  const { body } = await request("GET", `/v1/projects/${batch.project_id}`);
  await request("PATCH", `/v1/projects/${batch.project_id}`, { labels: body.labels.toReversed() });

  const coco = JSON.parse(await download(batch.id, "?format=coco"));

  expect(coco.categories.map(({ name }: { name: string }) => name)).toEqual(names);
  expect(coco.annotations).toHaveLength(2);
  expect(coco.annotations[0]).toMatchObject({ category_id: 3, bbox: [1.5, 2, 10, 5] });
});

test("without project labels the categories are the labels in use, sorted", async () => {
  const batch = await givenCertifiedOfType(service, "object_detection", { labels: [] });

  const coco = JSON.parse(await download(batch.id));

  expect(coco.categories.map(({ name }: { name: string }) => name)).toEqual(["no"]);
});

test("loss.json counts what the project's format cannot carry", async () => {
  const batch = await givenCertifiedOfType(service, "object_detection", {
    labels: [{ name: "yes" }, { name: "no" }],
  });

  const loss = JSON.parse(await frozenText(batch.id, "loss.json"));

  expect(loss).toMatchObject({
    format: "coco",
    items: 3,
    lost: { answers: 3, support: 3, "file.sha256": 3 },
  });
});
