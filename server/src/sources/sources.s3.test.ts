import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { CreateBucketCommand, PutObjectCommand } from "@aws-sdk/client-s3";
import { afterAll, expect, test } from "vitest";
import { startS3 } from "../../test/s3.ts";
import { givenUser, USER_SECRET } from "../../test/s3-users.ts";
import { startService } from "../../test/service.ts";
import { connectS3 } from "../platform/blobs/s3-client.ts";
import { syncSource } from "./sync.ts";

const own = await startS3();
afterAll(own.stop);
const bucket = "photographs";
const { endpoint, region } = own.s3;
const root = connectS3({ endpoint, region, pathStyle: true });
await root.send(new CreateBucketCommand({ Bucket: bucket }));
const user = await givenUser({ ...own, client: root, bucket });
const service = await startService();
const { accountId: account_id, db, deps, request, runJobs } = service;

const credentials = { access_key_id: "assay-user", secret_access_key: USER_SECRET };
const put = (Key: string, Body: string | Buffer) =>
  root.send(new PutObjectCommand({ Bucket: bucket, Key, Body }));

async function givenSource(prefix: string, change: object = {}, secret: object = credentials) {
  const config = { bucket, prefix, region, endpoint, path_style: true, ...change };
  const { status, body } = await request("POST", "/v1/sources", { kind: "s3", config, credentials: secret });
  expect(status, JSON.stringify(body)).toBe(201);
  return `/v1/sources/${body.id}`;
}

async function sync(source: string) {
  expect((await request("POST", `${source}/sync`)).status).toBe(202);
  await runJobs();
  return (await request("GET", source)).body;
}

const idOf = (source: string) => source.split("/").at(-1) ?? "";
const uploadsOf = async (source: string) =>
  (await request("GET", `/v1/uploads?source_id=${idOf(source)}&sort=created_at`)).body.data;
const namesIn = (upload: { files: { filename: string }[] }) => upload.files.map(({ filename }) => filename);

test("a sync copies the objects under the prefix, and another adds only what is new or changed", async () => {
  await user.allow("s3:ListBucket", "s3:GetObject");
  await put("copied/one.txt", "one");
  await put("copied/deep/two.txt", "two");
  await put("copied/list.jsonl", '{"text":"three"}\n{"text":"four"}\n');
  await writeFile(join(own.buckets, bucket, "copied/empty.txt"), "");
  await put("other/five.txt", "five");
  const source = await givenSource("copied/");

  expect(await sync(source)).toMatchObject({
    ...{ status: "idle", objects_seen: 4, added: 3, changed: 0, skipped: 1, error: null },
  });
  const [first] = await uploadsOf(source);
  expect(first).toMatchObject({ status: "ready", source_id: idOf(source), file_count: 3 });
  expect(namesIn(first)).toEqual(["deep/two.txt", "list.jsonl", "one.txt"]);

  expect(await sync(source)).toMatchObject({ status: "idle", objects_seen: 4, added: 0, skipped: 1 });
  expect(await uploadsOf(source)).toHaveLength(1);

  await put("copied/one.txt", "one again");
  await put("copied/six.txt", "six");
  expect(await sync(source)).toMatchObject({ objects_seen: 5, added: 2, changed: 1 });
  const uploads = await uploadsOf(source);
  expect(namesIn(uploads[1])).toEqual(["one.txt", "six.txt"]);

  const project = { annotation_type: "text_classification", labels: [{ name: "a" }, { name: "b" }] };
  const { body } = await request("POST", "/v1/projects", { ...project, quality_level: "none" });
  const upload_ids = uploads.map(({ id }: { id: string }) => id);
  const batch = await request("POST", "/v1/batches", { project_id: body.id, upload_ids });
  expect(batch).toMatchObject({ status: 201, body: { item_count: 6 } });
});

test("of two workers that sync the same source one adds each page, and a later one goes on behind it", async () => {
  const keys = ["1", "2", "3", "4", "5"].map((name) => `paged/${name}.txt`);
  for (const key of keys) await put(key, key);
  const source = await givenSource("paged/");
  const source_id = idOf(source);
  const positions = () =>
    db
      .selectFrom("upload_objects")
      .select(["key", "position"])
      .where("source_id", "=", source_id)
      .orderBy("position")
      .execute();

  await request("POST", `${source}/sync`);
  await Promise.all([1, 2].map(() => syncSource(deps, { account_id, source_id }, undefined, 2)));
  const after = (await request("GET", source)).body;
  await runJobs();

  expect(after).toMatchObject({ status: "idle", objects_seen: 5, added: 5, changed: 0 });
  expect(await positions()).toEqual(keys.map((key, position) => ({ key, position })));
  expect(await uploadsOf(source)).toMatchObject([{ status: "ready", file_count: 5, skipped: 0 }]);

  await put("paged/6.txt", "six");
  const progress = JSON.stringify({ after: "paged/4.txt", upload: null });
  await db.updateTable("sources").set({ status: "syncing", progress }).where("id", "=", source_id).execute();
  await syncSource(deps, { account_id, source_id });
  expect((await request("GET", source)).body).toMatchObject({ status: "idle", objects_seen: 7, added: 6 });
});

test("an object that was changed between listing and copying is left out, and the next sync adds it", async () => {
  await put("changing/a.txt", "a");
  await put("changing/b.txt", "b");
  const source = await givenSource("changing/");
  await request("POST", `${source}/sync`);
  await syncSource(deps, { account_id, source_id: idOf(source) });
  await put("changing/a.txt", "another a");
  await runJobs();

  const [upload] = await uploadsOf(source);
  expect(upload).toMatchObject({ status: "ready", file_count: 1, skipped: 1 });
  const skipped = await request("GET", `/v1/uploads/${upload.id}/skipped`);
  expect(JSON.parse(String(skipped.bytes))).toMatchObject({
    reason: "changing/a.txt: the object was changed after it was listed: sync again",
  });
  expect(await sync(source)).toMatchObject({ added: 1, changed: 1 });
  expect(namesIn((await uploadsOf(source))[1])).toEqual(["a.txt"]);
});

test("objects that could not be copied, or whose upload was deleted, are added by the next sync", async () => {
  await put("lost/a.txt", "a");
  const source = await givenSource("lost/");
  await user.allow("s3:ListBucket");
  await sync(source);
  const [failed] = await uploadsOf(source);
  expect(failed).toMatchObject({
    status: "failed",
    error: { message: `the credentials lack the permission s3:GetObject on the bucket ${bucket}` },
  });

  await user.allow("s3:ListBucket", "s3:GetObject");
  expect(await sync(source)).toMatchObject({ added: 1 });
  const [, ready] = await uploadsOf(source);
  expect(ready).toMatchObject({ status: "ready", file_count: 1 });

  expect((await request("DELETE", `/v1/uploads/${ready.id}`)).status).toBe(204);
  await runJobs();
  const left = await db
    .selectFrom("upload_objects")
    .select("key")
    .where("upload_id", "=", ready.id)
    .execute();
  expect(left).toEqual([]);
  expect(await sync(source)).toMatchObject({ added: 1 });
});

test("a deleted source ends its sync, and what is still to be copied fails", async () => {
  await put("ended/a.txt", "a");
  const source = await givenSource("ended/");
  await request("POST", `${source}/sync`);
  await syncSource(deps, { account_id, source_id: idOf(source) });
  expect((await request("DELETE", source)).status).toBe(204);
  await runJobs();

  const message = "the source was deleted before its objects were copied";
  expect(await uploadsOf(source)).toMatchObject([{ status: "failed", error: { message } }]);
});

test("a check names the missing permission, and what is wrong with bucket, key, secret and region", async () => {
  await put("checked/a.txt", "a");
  const check = async (source: string) => {
    const { status, body } = await request("POST", `${source}/check`);
    expect(status).toBe(200);
    return body.ok ? "ok" : body.checks.find(({ ok }: { ok: boolean }) => !ok);
  };
  const source = await givenSource("checked/");

  expect(await check(source)).toBe("ok");
  await user.allow("s3:ListBucket");
  expect(await check(source)).toMatchObject({
    operation: "read",
    message: `the credentials lack the permission s3:GetObject on the bucket ${bucket}`,
  });
  await user.allow("s3:GetObject");
  expect(await check(source)).toMatchObject({
    operation: "list",
    message: `the credentials lack the permission s3:ListBucket on the bucket ${bucket}`,
  });
  await user.allow("s3:ListBucket", "s3:GetObject");
  expect(await check(await givenSource("nothing/"))).toMatchObject({
    message: `the bucket ${bucket} has no object whose key begins with nothing/`,
  });
  expect(await check(await givenSource("", { bucket: "no-such-bucket" }))).toMatchObject({
    message: `${endpoint} has no bucket no-such-bucket`,
  });
  expect(await check(await givenSource("", { region: "eu-central-1" }))).toMatchObject({
    message: expect.stringContaining("is not in the region eu-central-1"),
  });
  const unknown = { ...credentials, access_key_id: "nobody" };
  expect(await check(await givenSource("", {}, unknown))).toMatchObject({
    message: `${endpoint} does not know the access key: correct credentials.access_key_id`,
  });
  const wrong = { ...credentials, secret_access_key: "wrong" };
  expect(await check(await givenSource("", {}, wrong))).toMatchObject({
    message: "the secret does not belong to the access key: correct credentials.secret_access_key",
  });
});
