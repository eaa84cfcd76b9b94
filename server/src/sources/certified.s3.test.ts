import { CreateBucketCommand, PutObjectCommand } from "@aws-sdk/client-s3";
import { afterAll, expect, test } from "vitest";
import { annotateAll, auditToVerdict, bodyOf, givenProject } from "../../test/given.ts";
import { startHub } from "../../test/hub.ts";
import { givenOriented } from "../../test/oriented.ts";
import { S3_CREDENTIALS, startS3 } from "../../test/s3.ts";
import { startService } from "../../test/service.ts";
import { unzip } from "../../test/unzip.ts";
import { connectS3 } from "../platform/blobs/s3-client.ts";

const own = await startS3();
afterAll(own.stop);
const hub = await startHub();
afterAll(hub.stop);
const { endpoint, region } = own.s3;
const bucket = "photographs";
const root = connectS3({ endpoint, region, pathStyle: true });
await root.send(new CreateBucketCommand({ Bucket: bucket }));
const service = await startService();
const { db, request, runJobs } = service;
const [photo, other] = [await givenOriented("jpeg", 6), await givenOriented("jpeg", 1)];
const put = (Key: string, Body: Buffer) => root.send(new PutObjectCommand({ Bucket: bucket, Key, Body }));

/** A certified batch of two objects below a prefix, and a version of a dataset with it. */
async function givenCertified(prefix: string) {
  await put(`${prefix}/a.jpg`, photo);
  await put(`${prefix}/b.jpg`, other);
  const { AWS_ACCESS_KEY_ID: access_key_id, AWS_SECRET_ACCESS_KEY: secret_access_key } = S3_CREDENTIALS;
  const sent = {
    ...{ kind: "s3", mode: "reference", credentials: { access_key_id, secret_access_key } },
    config: { bucket, prefix: `${prefix}/`, region, endpoint, path_style: true },
  };
  const source = bodyOf(await request("POST", "/v1/sources", sent), 201);
  bodyOf(await request("POST", `/v1/sources/${source.id}/sync`), 202);
  await runJobs();
  await db.deleteFrom("looked_items").execute(); // the tests certify the same pictures
  const settings = { annotation_type: "image_classification", quality_level: "basic" };
  const { id: project_id } = await givenProject(service, settings);
  const from = { source_id: source.id };
  const { id: batch_id } = bodyOf(await request("POST", "/v1/batches", { project_id, from }), 201);
  await runJobs();
  await annotateAll(service, batch_id, ["ann", "bob", "cy"]);
  await runJobs();
  await auditToVerdict(service, batch_id, "dora");
  const dataset = { name: prefix, query: { project_id, statuses: ["certified"] } };
  const { id: dataset_id } = bodyOf(await request("POST", "/v1/datasets", dataset), 201);
  bodyOf(await request("POST", `/v1/datasets/${dataset_id}/versions`), 202);
  await runJobs();
  const batch = `/v1/batches/${batch_id}`;
  expect(bodyOf(await request("GET", batch), 200)).toMatchObject({ status: "certified", item_count: 2 });
  return { batch_id, dataset_id, batch, version: `/v1/datasets/${dataset_id}/versions/1` };
}

const media = (path: string) => `${path}/download?format=imagefolder&include=media`;
const changed = (key: string) => ({
  status: 410,
  body: { error: "gone", message: `${key}: the object was changed after it was listed: sync again` },
});

test("media that were changed after certification are named by every download and push that would have them", async () => {
  const { batch, version } = await givenCertified("small");
  await put("small/b.jpg", photo);
  for (const path of [batch, version]) {
    expect(await request("GET", media(path))).toMatchObject(changed("small/b.jpg"));
    const files = await unzip((await request("GET", `${path}/download?format=hf_dataset`)).bytes);
    const lines = String(files.get("dataset.jsonl")).trim().split("\n");
    expect(lines.map((line) => JSON.parse(line).file.etag)).toEqual([
      expect.stringMatching(/\w{32}/),
      expect.stringMatching(/\w{32}/),
    ]);
  }

  hub.commit("acme/changed", { "README.md": "# Empty" });
  Object.assign(hub.repositories.get("acme/changed") ?? {}, { writers: ["hf_writer_token"] });
  const sent = { url: "hf://datasets/acme/changed", token: "hf_writer_token", endpoint: hub.origin };
  bodyOf(await request("POST", `${version}/push`, { ...sent, include: "media" }), 202);
  await runJobs();
  const { push } = bodyOf(await request("GET", version), 200);
  expect(push).toMatchObject({ status: "failed", error: changed("small/b.jpg").body.message });
  expect(hub.repositories.get("acme/changed")?.commits).toHaveLength(1);

  await put("small/b.jpg", other);
  for (const path of [batch, version]) {
    const files = await unzip((await request("GET", media(path))).bytes);
    expect([...files.values()].filter((bytes) => bytes.equals(other))).toHaveLength(1);
  }
});

test("a job that builds a large file names them to the next request, and the one after starts it again", async () => {
  const { batch, batch_id, version, dataset_id } = await givenCertified("large");
  await db.updateTable("batches").set({ item_count: 50_000 }).where("id", "=", batch_id).execute();
  const { counts } = await db
    .selectFrom("dataset_versions")
    .select("counts")
    .where("dataset_id", "=", dataset_id)
    .executeTakeFirstOrThrow();
  await db
    .updateTable("dataset_versions")
    .set({ counts: JSON.stringify({ ...counts, items: 50_000 }) })
    .where("dataset_id", "=", dataset_id)
    .execute();
  await put("large/a.jpg", other);
  for (const path of [batch, version]) {
    expect((await request("GET", media(path))).status).toBe(202);
    await runJobs();
    expect(await request("GET", media(path))).toMatchObject(changed("large/a.jpg"));
  }
  await put("large/a.jpg", photo);
  for (const path of [batch, version]) {
    expect((await request("GET", media(path))).status).toBe(202);
    await runJobs();
    expect((await request("GET", media(path))).status).toBe(200);
  }
});
