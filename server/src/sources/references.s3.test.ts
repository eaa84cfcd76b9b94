import { CreateBucketCommand, DeleteObjectCommand, PutObjectCommand } from "@aws-sdk/client-s3";
import { afterAll, expect, test } from "vitest";
import { bodyOf, givenProject } from "../../test/given.ts";
import { givenOriented, uprightSides } from "../../test/oriented.ts";
import { startS3 } from "../../test/s3.ts";
import { givenUser, USER_SECRET } from "../../test/s3-users.ts";
import { startService } from "../../test/service.ts";
import { unzip } from "../../test/unzip.ts";
import { givenWav } from "../../test/upload-bodies.ts";
import { connectS3 } from "../platform/blobs/s3-client.ts";

const own = await startS3();
afterAll(own.stop);
const bucket = "photographs";
const { endpoint, region } = own.s3;
const root = connectS3({ endpoint, region, pathStyle: true });
await root.send(new CreateBucketCommand({ Bucket: bucket }));
const user = await givenUser({ ...own, client: root, bucket });
await user.allow("s3:ListBucket", "s3:GetObject");
const service = await startService();
const { db, request, runJobs } = service;

const photo = await givenOriented("jpeg", 6);
const other = await givenOriented("jpeg", 1);
const put = (Key: string, Body: string | Buffer) =>
  root.send(new PutObjectCommand({ Bucket: bucket, Key, Body }));

/** A synced source of the objects below a prefix, with its file `a.jpg`. */
async function givenReferences(prefix: string) {
  const body = {
    ...{ kind: "s3", mode: "reference" },
    config: { bucket, prefix, region, endpoint, path_style: true },
    credentials: { access_key_id: "assay-user", secret_access_key: USER_SECRET },
  };
  const { id } = bodyOf(await request("POST", "/v1/sources", body), 201);
  const sync = async () => {
    bodyOf(await request("POST", `/v1/sources/${id}/sync`), 202);
    await runJobs();
    return bodyOf(await request("GET", `/v1/sources/${id}`), 200);
  };
  const synced = await sync();
  const [upload] = bodyOf(await request("GET", `/v1/uploads?source_id=${id}`), 200).data;
  const { data } = bodyOf(await request("GET", `/v1/uploads/${upload.id}/files`), 200);
  const file = data.find(({ filename }: { filename: string }) => filename === "a.jpg");
  return { id, sync, synced, upload, files: data, file, content: new URL(file.content_url) };
}

const read = (url: URL, more = "", headers = {}) =>
  request("GET", `${url.pathname}${url.search}${more}`, undefined, headers);

test("objects by reference become files at once, of which nothing is stored, with the upright sizes of images", async () => {
  await put("all/a.jpg", photo);
  await put("all/b.png", other); // a JPEG, whatever its name says
  await put("all/broken.png", "no image");
  await put("all/call.wav", givenWav(1));
  await put("all/list.jsonl", '{"text": "a"}');
  const { synced, sync, upload, files } = await givenReferences("all/");

  expect(synced).toMatchObject({ mode: "reference", status: "idle", objects_seen: 5, added: 4, skipped: 1 });
  expect(upload).toMatchObject({ status: "ready", file_count: 4, skipped: 0 });
  const sizes = files.map(({ filename, content_type, sha256, width, height }: Record<string, unknown>) => [
    filename,
    content_type,
    sha256,
    width,
    height,
  ]);
  expect(sizes).toEqual([
    ["a.jpg", "image/jpeg", null, ...Object.values(uprightSides(6))],
    ["b.png", "image/jpeg", null, ...Object.values(uprightSides(1))],
    ["broken.png", "image/png", null, null, null],
    ["call.wav", "audio/wav", null, null, null],
  ]);
  const stored = await db.selectFrom("uploads").select("stored_bytes").where("id", "=", upload.id).execute();
  expect(stored).toEqual([{ stored_bytes: 0 }]);
  expect(await sync()).toMatchObject({ added: 0, objects_seen: 5 });
});

test("content leads to a signed link of the bucket, or comes through the service, also in ranges", async () => {
  await put("linked/a.jpg", photo);
  const { content } = await givenReferences("linked/");

  const redirect = await read(content);
  expect(redirect).toMatchObject({ status: 307, headers: { "cache-control": "private, max-age=240" } });
  const link = new URL(String(redirect.headers.location));
  expect(link.origin).toBe(endpoint);
  expect(link.searchParams.get("X-Amz-Expires")).toBe("300");
  expect(link.search).not.toContain(USER_SECRET);
  const got = await fetch(link);
  expect([got.status, got.headers.get("content-type")]).toEqual([200, "image/jpeg"]);
  expect(Buffer.from(await got.arrayBuffer())).toEqual(photo);

  const through = await read(content, "&redirect=false");
  expect([through.status, through.bytes.equals(photo)]).toEqual([200, true]);
  const range = await read(content, "&redirect=false", { range: "bytes=2-5" });
  expect([range.status, range.bytes]).toEqual([206, photo.subarray(2, 6)]);
  const etag = String(through.headers.etag);
  expect((await read(content, "", { "if-none-match": etag })).status).toBe(304);
});

test("a changed, a removed and a forbidden object are errors, never other content", async () => {
  await put("moving/a.jpg", photo);
  const { content, sync } = await givenReferences("moving/");

  await user.allow("s3:ListBucket");
  expect(await read(content)).toMatchObject({
    status: 409,
    body: {
      error: "invalid_state",
      message: `the credentials lack the permission s3:GetObject on the bucket ${bucket}`,
    },
  });
  await user.allow("s3:ListBucket", "s3:GetObject");
  await put("moving/a.jpg", other);
  const message = "moving/a.jpg: the object was changed after it was listed: sync again";
  for (const more of ["", "&redirect=false"])
    expect(await read(content, more)).toMatchObject({ status: 410, body: { error: "gone", message } });

  expect(await sync()).toMatchObject({ added: 1, changed: 1 });
  await root.send(new DeleteObjectCommand({ Bucket: bucket, Key: "moving/a.jpg" }));
  expect(await read(content)).toMatchObject({
    status: 410,
    body: { message: `moving/a.jpg: the bucket ${bucket} no longer has the object` },
  });
});

test("a batch is drawn from objects by reference, and an export reads its media through, or says which has changed", async () => {
  await put("exported/a.jpg", photo);
  await put("exported/b.jpg", other);
  const { id } = await givenReferences("exported/");
  const project = await givenProject(service, {
    annotation_type: "object_detection",
    labels: [{ name: "red" }],
  });
  const sent = { project_id: project.id, from: { source_id: id, unused: true } };
  const batch = bodyOf(await request("POST", "/v1/batches", sent), 201);
  expect(batch.item_count).toBe(2);
  const build = async () => {
    const body = { batch_id: batch.id, format: "coco", media: true, include: "all_answers" };
    const wanted = bodyOf(await request("POST", "/v1/exports", body), 202);
    await runJobs();
    return bodyOf(await request("GET", `/v1/exports/${wanted.id}`), 200);
  };

  const built = await build();
  expect(built).toMatchObject({ status: "ready" });
  const files = await unzip((await request("GET", `/v1/exports/${built.id}/download`)).bytes);
  const image = (stem: string) => [...files].find(([path]) => path.endsWith(`_${stem}.jpg`))?.[1];
  expect(image("b")).toEqual(other);
  const records = String(files.get("dataset.jsonl"))
    .trim()
    .split("\n")
    .map((line) => JSON.parse(line).file);
  expect(records).toMatchObject([
    { filename: "a.jpg", sha256: null, etag: expect.stringMatching(/\w{32}/) },
    { filename: "b.jpg", sha256: null },
  ]);

  await put("exported/a.jpg", other);
  expect(await build()).toMatchObject({
    status: "failed",
    error: "exported/a.jpg: the object was changed after it was listed: sync again",
  });
});
