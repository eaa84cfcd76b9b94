import { createHash } from "node:crypto";
import { Readable } from "node:stream";
import { splitOf } from "@assay/domain/splits.ts";
import { expect, test } from "vitest";
import { annotateAll, auditToVerdict, bodyOf, givenLines, givenProject } from "../../test/given.ts";
import { startService } from "../../test/service.ts";
import { stagedNames } from "../../test/stored.ts";
import { unzip } from "../../test/unzip.ts";
import { eraseBatch } from "../batches/erase.ts";
import type { ReadableBlob, StoredBlob } from "../platform/blobs/blobs.ts";
import { sha256 } from "../platform/sha256.ts";
import { buildDatasetVersion } from "./build-version.ts";

const service = await startService();
const { request, runJobs, db } = service;

/** A certified batch of a project: the texts, each labeled `yes`, or as `labels` says. */
async function givenCertified(
  project_id: string,
  texts: readonly string[],
  label?: (text: string) => string,
) {
  const lines = texts.map((text) => ({
    text,
    external_id: text,
    group: text.split(" ")[0] ?? "",
    metadata: { kind: text.split(" ")[0] ?? "" },
  }));
  const upload_id = await givenLines(service, service, lines);
  await db.deleteFrom("looked_items").execute();
  const { id } = bodyOf(await request("POST", "/v1/batches", { project_id, upload_ids: [upload_id] }), 201);
  await annotateAll(service, id, ["ann"], label);
  await runJobs();
  await auditToVerdict(service, id, "eve", label);
  await runJobs();
  expect(bodyOf(await request("GET", `/v1/batches/${id}`), 200).status).toBe("certified");
  return id as string;
}

/** One answer an item. */
const SETTINGS = { quality_policy: { overlap: 1 } };

const textsOf = (kind: string, count: number) => Array.from({ length: count }, (_, n) => `${kind} ${n}`);

async function givenDataset(query: object, others: object = {}) {
  const name = `data ${Math.random()}`;
  const body = { name, query, ...others };
  return bodyOf(await request("POST", "/v1/datasets", body), 201).id as string;
}

async function givenVersion(id: string) {
  const { version } = bodyOf(await request("POST", `/v1/datasets/${id}/versions`), 202);
  await runJobs();
  return bodyOf(await request("GET", `/v1/datasets/${id}/versions/${version}`), 200);
}

/** The records of a download. */
async function recordsOf(path: string) {
  const { status, bytes } = await request("GET", path);
  expect([status, String(bytes)]).toEqual([200, expect.any(String)]);
  // biome-ignore lint/suspicious/noExplicitAny: a record as the service wrote it; the assertions are the check
  const records: any[] = String(bytes)
    .split("\n")
    .filter(Boolean)
    .map((line) => JSON.parse(line));
  return records;
}

const project = await givenProject(service, SETTINGS);
const first = await givenCertified(project.id, textsOf("cat", 4));
const second = await givenCertified(project.id, textsOf("dog", 4), (text) =>
  text === "dog 1" ? "no" : "yes",
);

test("a version freezes the items of all certified batches by id, hashed, with their certificates and splits", async () => {
  const id = await givenDataset({ project_id: project.id });
  const asked = await request("POST", `/v1/datasets/${id}/versions`);
  expect(asked.headers.location).toBe(`/v1/datasets/${id}/versions/1`);
  expect(bodyOf(asked, 202)).toMatchObject({ version: 1, status: "processing", counts: null });
  const path = `/v1/datasets/${id}/versions/1`;
  expect((await request("GET", `${path}/download`)).body.error).toBe("invalid_state");
  await runJobs();

  const version = bodyOf(await request("GET", path), 200);
  const file = await request("GET", `${path}/download?format=jsonl`);
  const records = await recordsOf(`${path}/download?format=jsonl`);

  expect(records).toHaveLength(8);
  expect(records.map((record) => record.id)).toEqual(records.map((record) => record.id).sort());
  expect(version).toMatchObject({ status: "ready", certified: true, counts: { items: 8, batches: 2 } });
  expect(version.sha256).toBe(createHash("sha256").update(file.bytes).digest("hex"));
  expect(file.headers["content-disposition"]).toContain(`${id}.v1.jsonl`);
  for (const record of records) {
    expect(record.split).toBe(splitOf(sha256, version.splits, record));
    expect(record.answers).toEqual([]);
  }
  const inSplit = (name: string) => records.filter(({ split }) => split === name).length;
  expect(version.counts).toMatchObject({
    train: inSplit("train"),
    validation: inSplit("validation"),
    test: inSplit("test"),
  });

  const { data: batches } = bodyOf(await request("GET", `${path}/batches`), 200);
  for (const [n, batch_id] of [first, second].entries()) {
    const { bytes } = await request("GET", `/v1/batches/${batch_id}/download?format=jsonl`);
    const digest = createHash("sha256").update(bytes).digest("hex");
    expect(batches[n]).toMatchObject({ batch_id, items: 4, revision: 1, sha256: digest });
    expect((await request("GET", `/certificates/${batches[n].certificate_id}`)).status).toBe(200);
  }
  expect(await stagedNames(service.deps)).toEqual([]);
});

test("a query chooses by batch, label, metadata and text, and by the state of the batch", async () => {
  const chosen = async (query: object) => {
    const id = await givenDataset({ project_id: project.id, ...query });
    await givenVersion(id);
    const records = await recordsOf(`/v1/datasets/${id}/versions/1/download?format=jsonl`);
    return records.map(({ text }) => text);
  };
  expect(await chosen({ batch_ids: [second] })).toHaveLength(4);
  expect(await chosen({ labels: ["no"] })).toEqual(["dog 1"]);
  expect(await chosen({ metadata: { kind: "cat" } })).toHaveLength(4);
  expect(await chosen({ q: "DOG", labels: ["yes"] })).toEqual(["dog 0", "dog 2", "dog 3"]);
  const upload_id = await givenLines(service, service, [{ text: "owl 1" }, { text: "owl 2" }]);
  const body = { project_id: project.id, upload_ids: [upload_id] };
  const { id: batch_id } = bodyOf(await request("POST", "/v1/batches", body), 201);
  await annotateAll(service, batch_id, ["ann"]);
  const open = { batch_ids: [batch_id], statuses: ["processing", "completed"] };
  expect(await chosen({ batch_ids: [batch_id] })).toEqual([]);
  expect(await chosen(open)).toEqual(["owl 1", "owl 2"]);
  const id = await givenDataset({ project_id: project.id, ...open });
  expect(await givenVersion(id)).toMatchObject({ certified: false, counts: { items: 2 } });
  await request("DELETE", `/v1/batches/${batch_id}?abandon=true`);
  await runJobs();
});

test("a label has its present name in all batches, whenever they were certified", async () => {
  const { id: project_id } = await givenProject(service, SETTINGS);
  await givenCertified(project_id, textsOf("early", 4));
  const { labels } = bodyOf(await request("GET", `/v1/projects/${project_id}`), 200);
  const renamed = labels.map((label: { name: string }) =>
    label.name === "yes" ? { ...label, name: "sure" } : label,
  );
  bodyOf(await request("PATCH", `/v1/projects/${project_id}`, { labels: renamed }), 200);
  await givenCertified(project_id, textsOf("late", 4), () => "sure");

  const id = await givenDataset({ project_id, labels: ["sure"] });
  await givenVersion(id);
  const records = await recordsOf(`/v1/datasets/${id}/versions/1/download?format=jsonl`);
  expect(records).toHaveLength(8);
  expect(new Set(records.map(({ result }) => result.label))).toEqual(new Set(["sure"]));
});

test("later versions add items and keep splits; the difference is listed by pages and downloaded alone", async () => {
  const { id: project_id } = await givenProject(service, SETTINGS);
  await givenCertified(project_id, textsOf("a", 4));
  const id = await givenDataset({ project_id }, { splits: { train: 1, validation: 1, test: 1 } });
  await givenVersion(id);
  const later = await givenCertified(
    project_id,
    [...textsOf("a", 1), ...textsOf("b", 3)].map((text) => `${text}!`),
  );
  await givenVersion(id);
  const at = (version: number, rest: string) => `/v1/datasets/${id}/versions/${version}/${rest}`;
  const [old, now, fresh] = await Promise.all(
    [
      at(1, "download?format=jsonl"),
      at(2, "download?format=jsonl"),
      at(2, "download?format=jsonl&since=1"),
    ].map(recordsOf),
  );

  expect(now).toHaveLength(8);
  expect(now?.filter(({ batch_id }) => batch_id !== later)).toEqual(old);
  expect(new Set(now?.filter(({ group }) => group === "a").map(({ split }) => split)).size).toBe(1);
  expect(fresh).toEqual(now?.filter(({ batch_id }) => batch_id === later));
  for (const split of ["train", "validation", "test"])
    expect(await recordsOf(at(2, `download?format=jsonl&split=${split}`))).toEqual(
      now?.filter((record) => record.split === split),
    );

  const changes: { change: string; id: string; after: object | null }[] = [];
  let next: string | null = at(2, "diff?limit=3");
  let pages = 0;
  while (next !== null) {
    const page: { data: typeof changes; next_cursor: string | null } = bodyOf(
      await request("GET", next),
      200,
    );
    changes.push(...page.data);
    pages += 1;
    next = page.next_cursor === null ? null : at(2, `diff?limit=3&cursor=${page.next_cursor}`);
  }
  expect(pages).toBe(2);
  expect(changes.map((one) => [one.change, one.id])).toEqual(fresh?.map((record) => ["added", record.id]));
  expect(changes[0]?.after).toMatchObject({ result: { label: "yes" } });
  expect(bodyOf(await request("GET", at(2, "diff?from=0&limit=100")), 200).data).toHaveLength(8);
  expect((await request("GET", at(1, "diff?from=1"))).status).toBe(400);
  expect((await request("GET", at(2, "download?since=2"))).status).toBe(400);
  const forged = Buffer.from(JSON.stringify({ v: 1, s: `diff ${id} 2 1`, k: ["3", ""] })).toString(
    "base64url",
  );
  expect((await request("GET", at(2, `diff?cursor=${forged}`))).body.error).toBe("invalid_request");

  bodyOf(await request("PATCH", `/v1/datasets/${id}`, { query: { project_id, batch_ids: [later] } }), 200);
  await givenVersion(id);
  const removed = bodyOf(await request("GET", at(3, "diff?limit=100")), 200).data;
  expect(removed.map((one: { change: string }) => one.change)).toEqual(Array(4).fill("removed"));
  const listed = bodyOf(await request("GET", `/v1/datasets/${id}/versions?limit=2`), 200);
  expect(listed.data.map(({ version }: { version: number }) => version)).toEqual([3, 2]);
  const rest = bodyOf(await request("GET", `/v1/datasets/${id}/versions?cursor=${listed.next_cursor}`), 200);
  expect(rest.data).toMatchObject([{ version: 1 }]);
});

test("a bundle has the records, what they are and the certificates of their batches; files are kept", async () => {
  const id = await givenDataset({ project_id: project.id });
  await givenVersion(id);
  const path = `/v1/datasets/${id}/versions/1/download?format=csv&bundle=true&split=train`;
  const bundle = await request("GET", path);
  const files = await unzip(bundle.bytes);
  expect([...files.keys()]).toEqual([
    "dataset.jsonl",
    "about.json",
    "certificates.json",
    "croissant.json",
    "dataset.csv",
    "loss.json",
    "manifest.sha256",
  ]);
  expect(JSON.parse(String(files.get("certificates.json")))).toMatchObject([
    { batch_id: first, items: 4 },
    { batch_id: second, items: 4 },
  ]);
  expect(JSON.parse(String(files.get("about.json")))).toMatchObject({
    certified: true,
    dataset_id: id,
    version: 1,
  });
  expect(String(files.get("manifest.sha256"))).toMatch(`# dataset ${id}, version 1, split train;`);
  const again = await request("GET", path, undefined, { "if-none-match": String(bundle.headers.etag) });
  expect(again.status).toBe(304);
  const part = await request("GET", path, undefined, { range: "bytes=0-9" });
  expect([part.status, part.bytes]).toEqual([206, bundle.bytes.subarray(0, 10)]);
  expect((await request("GET", path, undefined, { range: "bytes=99999999-" })).status).toBe(416);
  expect((await request("GET", `/v1/datasets/${id}/versions/1/download?format=coco`)).status).toBe(400);
});

test("large files are built by a job", async () => {
  const id = await givenDataset({ project_id: project.id });
  await givenVersion(id);
  const counts = JSON.stringify({ items: 30_000, batches: 2, train: 0, validation: 0, test: 0 });
  await db.updateTable("dataset_versions").set({ counts }).where("dataset_id", "=", id).execute();
  for (const rest of ["download?format=csv", "diff"]) {
    const path = `/v1/datasets/${id}/versions/1/${rest}`;
    expect(bodyOf(await request("GET", path), 202)).toMatchObject({ status: "building" });
    await runJobs();
    expect((await request("GET", path)).status).toBe(200);
  }
});

test("the deletion of a batch erases the versions that hold its items, and what tells of them in others", async () => {
  const { id: project_id } = await givenProject(service, SETTINGS);
  const gone = await givenCertified(project_id, textsOf("gone", 4));
  const id = await givenDataset({ project_id });
  await givenVersion(id);
  const kept = await givenCertified(project_id, textsOf("kept", 4));
  bodyOf(await request("PATCH", `/v1/datasets/${id}`, { query: { project_id, batch_ids: [kept] } }), 200);
  await givenVersion(id);
  bodyOf(await request("GET", `/v1/datasets/${id}/versions/2/diff`), 200);
  expect((await request("GET", `/v1/datasets/${id}/versions/1/download`)).status).toBe(200);

  bodyOf(await request("DELETE", `/v1/batches/${gone}`), 204);

  expect(bodyOf(await request("GET", `/v1/datasets/${id}/versions/1`), 200).status).toBe("erased");
  for (const rest of ["1/download", "1/diff", "2/diff", "2/download?since=1"])
    expect((await request("GET", `/v1/datasets/${id}/versions/${rest}`)).body.error).toBe("gone");
  await runJobs();
  const files = await db.selectFrom("dataset_files").selectAll().where("dataset_id", "=", id).execute();
  expect(new Set(files.map(({ version, since }) => `${version} ${since}`))).toEqual(new Set(["2 0"]));
  expect(await recordsOf(`/v1/datasets/${id}/versions/2/download?format=jsonl`)).toHaveLength(4);
});

test("a version that a deletion overtakes while it is built holds nothing of the batch", async () => {
  const { id: project_id } = await givenProject(service, SETTINGS);
  const gone = await givenCertified(project_id, textsOf("gone", 4));
  const id = await givenDataset({ project_id });
  bodyOf(await request("POST", `/v1/datasets/${id}/versions`), 202);
  bodyOf(await request("DELETE", `/v1/batches/${gone}`), 204);
  await runJobs();
  expect(bodyOf(await request("GET", `/v1/datasets/${id}/versions/1`), 200)).toMatchObject({
    status: "ready",
    counts: { items: 0 },
  });
  expect((await request("GET", `/v1/datasets/${id}/versions/1/download?format=jsonl`)).bytes).toHaveLength(0);
});

test("a version whose batch is erased while its records are read is built again, without them", async () => {
  const { id: project_id } = await givenProject(service, SETTINGS);
  const gone = await givenCertified(project_id, textsOf("gone", 4));
  await givenCertified(project_id, textsOf("kept", 4));
  const id = await givenDataset({ project_id });
  bodyOf(await request("POST", `/v1/datasets/${id}/versions`), 202);
  const { deps, accountId: account_id } = service;
  const dataset = await db
    .selectFrom("artefacts")
    .selectAll()
    .where("batch_id", "=", gone)
    .where("variant", "=", "dataset.jsonl")
    .executeTakeFirstOrThrow();
  const kept = (blob: StoredBlob): ReadableBlob => {
    const source = deps.blobs.kept(blob);
    return blob.sha256 === dataset.sha256 ? { ...source, open: () => afterErasure(source) } : source;
  };
  /** As if the erasure of another process overtook the first byte. */
  function afterErasure(source: ReadableBlob): Readable {
    return Readable.from(
      (async function* () {
        bodyOf(await request("DELETE", `/v1/batches/${gone}`), 204);
        await eraseBatch(deps, { account_id, batch_id: gone });
        yield* source.open();
      })(),
      { objectMode: false },
    );
  }
  const key = { account_id, dataset_id: id, version: 1 };
  await expect(buildDatasetVersion({ ...deps, blobs: { ...deps.blobs, kept } }, key)).rejects.toThrow(
    `${gone} was deleted while its labels were read`,
  );
  await runJobs();
  const built = bodyOf(await request("GET", `/v1/datasets/${id}/versions/1`), 200);
  expect(built).toMatchObject({ status: "ready", counts: { items: 4 } });
  const records = await recordsOf(`/v1/datasets/${id}/versions/1/download?format=jsonl`);
  expect(records.every(({ external_id }) => external_id.startsWith("kept"))).toBe(true);
});

test("names are unique in the account, and a deleted dataset frees its name and leaves nothing", async () => {
  const body = { name: "the only one", query: { project_id: project.id } };
  const { id } = bodyOf(await request("POST", "/v1/datasets", body), 201);
  expect((await request("POST", "/v1/datasets", body)).body.error).toBe("conflict");
  const other = await givenDataset(body.query);
  expect((await request("PATCH", `/v1/datasets/${other}`, { name: body.name })).body.error).toBe("conflict");
  expect(bodyOf(await request("GET", "/v1/datasets?name=the%20only%20one"), 200).data).toMatchObject([
    { id },
  ]);
  await givenVersion(id);

  bodyOf(await request("DELETE", `/v1/datasets/${id}`), 204);

  expect((await request("GET", `/v1/datasets/${id}/versions/1`)).status).toBe(404);
  bodyOf(await request("POST", "/v1/datasets", body), 201);
  await runJobs();
  for (const table of ["dataset_files", "dataset_batches", "dataset_versions"] as const)
    expect(await db.selectFrom(table).selectAll().where("dataset_id", "=", id).execute()).toEqual([]);
});

test("bad requests are refused with what is wrong", async () => {
  const query = { project_id: project.id };
  const { id: elsewhere } = await givenProject(service, SETTINGS);
  const id = await givenDataset(query);
  const send = async (method: "POST" | "PATCH", path: string, body: object) =>
    (await request(method, path, body)).body.error;
  const name = "x";
  expect(await send("POST", "/v1/datasets", { name, query: { project_id: "proj_none" } })).toBe("not_found");
  const foreign = { project_id: elsewhere, batch_ids: [first] };
  expect(await send("POST", "/v1/datasets", { name, query: foreign })).toBe("not_found");
  const none = { train: 0, validation: 0, test: 0 };
  expect(await send("POST", "/v1/datasets", { name, query, splits: none })).toBe("invalid_request");
  expect(await send("PATCH", `/v1/datasets/${id}`, { query: { project_id: elsewhere } })).toBe(
    "immutable_field",
  );
  await db.updateTable("datasets").set({ last_version: 100 }).where("id", "=", id).execute();
  expect(await send("POST", `/v1/datasets/${id}/versions`, {})).toBe("limit_exceeded");
  expect((await request("DELETE", `/v1/projects/${elsewhere}`)).status).toBe(204);
  const { id: empty } = await givenProject(service, SETTINGS);
  await givenDataset({ project_id: empty });
  expect((await request("DELETE", `/v1/projects/${empty}`)).body.error).toBe("conflict");
});

test("changes are the items of certified revisions in the order of their commits, from any cursor on", async () => {
  const { id: project_id } = await givenProject(service, SETTINGS);
  const one = await givenCertified(project_id, textsOf("one", 4));
  const two = await givenCertified(project_id, textsOf("two", 4));
  const seen: { batch_id: string; item: { text: string } }[] = [];
  const read = async (limit: number, cursor: string | undefined) => {
    let at = cursor;
    for (;;) {
      const from = at === undefined ? "" : `&cursor=${at}`;
      const url = `/v1/changes?project_id=${project_id}&limit=${limit}${from}`;
      const page = bodyOf(await request("GET", url), 200);
      seen.push(...page.data);
      at = page.next_cursor;
      if (!page.has_more) return at;
    }
  };
  const end = await read(3, undefined);
  expect(seen.map(({ item }) => item.text)).toEqual([...textsOf("one", 4), ...textsOf("two", 4)]);
  expect(seen.map(({ batch_id }) => batch_id)).toEqual([...Array(4).fill(one), ...Array(4).fill(two)]);
  expect(seen[0]).toMatchObject({ revision: 1, item: { result: { label: "yes" }, answers: [] } });

  expect(await read(3, end)).toBe(end);
  expect(seen).toHaveLength(8);
  await givenCertified(project_id, textsOf("three", 4));
  await read(100, end);
  expect(seen.slice(8).map(({ item }) => item.text)).toEqual(textsOf("three", 4));

  bodyOf(await request("DELETE", `/v1/batches/${one}`), 204);
  seen.length = 0;
  await read(100, undefined);
  expect(seen.map(({ item }) => item.text)).toEqual([...textsOf("two", 4), ...textsOf("three", 4)]);
  const other = `/v1/changes?cursor=${end}`;
  expect((await request("GET", other)).body.error).toBe("invalid_request");
});

test.each(["/v1/datasets", "/v1/datasets/ds_none/versions", "/v1/datasets/ds_none/versions/1/batches"])(
  "a page of %s with a limit of 0 is a bad request",
  async (path) => {
    expect(await request("GET", `${path}?limit=0`)).toMatchObject({
      status: 400,
      body: { error: "invalid_request" },
    });
  },
);
