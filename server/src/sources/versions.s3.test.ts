import {
  CreateBucketCommand,
  DeleteObjectCommand,
  PutBucketVersioningCommand,
  PutObjectCommand,
} from "@aws-sdk/client-s3";
import { afterAll, expect, test } from "vitest";
import { bodyOf } from "../../test/given.ts";
import { givenOriented } from "../../test/oriented.ts";
import { startS3 } from "../../test/s3.ts";
import { givenUser, USER_SECRET } from "../../test/s3-users.ts";
import { startService } from "../../test/service.ts";
import { connectS3 } from "../platform/blobs/s3-client.ts";
import { syncSource } from "./sync.ts";

const own = await startS3({ versions: true });
afterAll(own.stop);
const bucket = "versioned";
const { endpoint, region } = own.s3;
const root = connectS3({ endpoint, region, pathStyle: true });
await root.send(new CreateBucketCommand({ Bucket: bucket }));
const versioning = { VersioningConfiguration: { Status: "Enabled" as const } };
await root.send(new PutBucketVersioningCommand({ Bucket: bucket, ...versioning }));
const user = await givenUser({ ...own, client: root, bucket });
const { accountId: account_id, db, deps, request, runJobs } = await startService();
const [photo, other] = [await givenOriented("jpeg", 6), await givenOriented("jpeg", 1)];
const put = (Key: string, Body: Buffer) => root.send(new PutObjectCommand({ Bucket: bucket, Key, Body }));

async function givenSource(prefix: string): Promise<string> {
  const config = { bucket, prefix, region, endpoint, path_style: true };
  const credentials = { access_key_id: "assay-user", secret_access_key: USER_SECRET };
  const sent = { kind: "s3", mode: "reference", config, credentials };
  return bodyOf(await request("POST", "/v1/sources", sent), 201).id;
}

async function sync(id: string) {
  bodyOf(await request("POST", `/v1/sources/${id}/sync`), 202);
  await runJobs();
  return bodyOf(await request("GET", `/v1/sources/${id}`), 200);
}

async function filesOf(id: string) {
  const { data } = bodyOf(await request("GET", `/v1/uploads?source_id=${id}&sort=created_at`), 200);
  return data.flatMap(({ files }: { files: { id: string }[] }) => files);
}

const versionsOf = async (id: string) =>
  (
    await db
      .selectFrom("upload_objects")
      .select("version")
      .where("source_id", "=", id)
      .orderBy("position")
      .execute()
  ).map(({ version }) => version);

const RIGHTS = ["s3:ListBucket", "s3:GetObject", "s3:GetBucketVersioning", "s3:ListBucketVersions"];

test("a bucket that keeps versions is read at the listed ones, also by links, whatever is stored later", async () => {
  await user.allow(...RIGHTS, "s3:GetObjectVersion");
  for (const name of ["a", "b", "c", "removed"]) await put(`all/${name}.jpg`, other);
  await root.send(new DeleteObjectCommand({ Bucket: bucket, Key: "all/removed.jpg" }));
  const { VersionId } = await put("all/a.jpg", photo);
  const id = await givenSource("all/");
  expect(await sync(id)).toMatchObject({ status: "idle", error: null, objects_seen: 3, added: 3 });
  expect(await versionsOf(id)).toEqual([VersionId, expect.any(String), expect.any(String)]);
  await put("all/a.jpg", other);

  const [file] = await filesOf(id);
  const path = `/v1/files/${file.id}/content`;
  expect((await request("GET", `${path}?redirect=false`)).bytes).toEqual(photo);
  const { headers } = await request("GET", path);
  expect(Buffer.from(await (await fetch(String(headers.location))).arrayBuffer())).toEqual(photo);
  expect(await sync(id)).toMatchObject({ objects_seen: 3, added: 1, changed: 1 });

  await root.send(new DeleteObjectCommand({ Bucket: bucket, Key: "all/a.jpg", VersionId }));
  const message = `all/a.jpg: the bucket ${bucket} no longer has the object`;
  expect(await request("GET", path)).toMatchObject({ status: 410, body: { message } });
});

test("a sync goes on behind the last key of a page, also among more versions of it than a page has", async () => {
  await user.allow(...RIGHTS, "s3:GetObjectVersion");
  for (const name of ["a", "b", "c"]) await put(`pages/${name}.jpg`, other);
  for (let version = 1; version <= 1_001; version += 1) await put("pages/b.jpg", photo);
  const id = await givenSource("pages/");
  const synced = { status: "idle", objects_seen: 3, added: 3 };
  bodyOf(await request("POST", `/v1/sources/${id}/sync`), 202);
  await syncSource(deps, { account_id, source_id: id }, undefined, 1);
  expect(bodyOf(await request("GET", `/v1/sources/${id}`), 200)).toMatchObject(synced);
  expect(await sync(await givenSource("pages/"))).toMatchObject(synced);
  expect(await sync(id)).toMatchObject({ ...synced, added: 0 });
});

test.each([
  ["may not list versions", ["s3:ListBucket", "s3:GetObject"]],
  ["may list versions, but not read them", RIGHTS],
])("credentials that %s get the objects without", async (_, rights) => {
  await user.allow(...rights);
  await put("plain/a.jpg", photo);
  const id = await givenSource("plain/");
  expect(await sync(id)).toMatchObject({ status: "idle", error: null, added: 1 });
  expect(await versionsOf(id)).toEqual([null]);
  const [file] = await filesOf(id);
  expect((await request("GET", `/v1/files/${file.id}/content?redirect=false`)).bytes).toEqual(photo);
});
