import { randomUUID } from "node:crypto";
import { afterAll, expect, test, vi } from "vitest";
import { bodyOf } from "../../../test/given.ts";
import { givenCertified } from "../../../test/given-dataset.ts";
import { givenOriented } from "../../../test/oriented.ts";
import { startService } from "../../../test/service.ts";
import { givenWav } from "../../../test/upload-bodies.ts";
import { parseStorageUrl } from "../storage-url.ts";
import { s3SignedUrls } from "./s3-signed-urls.ts";

// The service may have a store with credentials, and signing takes any.
vi.stubEnv("AWS_ACCESS_KEY_ID", process.env.AWS_ACCESS_KEY_ID ?? "key");
vi.stubEnv("AWS_SECRET_ACCESS_KEY", process.env.AWS_SECRET_ACCESS_KEY ?? "secret");
afterAll(() => void vi.unstubAllEnvs());
const place =
  "s3://bucket/assay?endpoint=http://10.0.0.7:9000&public_endpoint=https://files.example.com&path_style=1";
const storage = parseStorageUrl(place);
if (storage.kind !== "s3") throw new Error("not S3");
const signedUrls = await s3SignedUrls(storage);
const service = await startService({ signedUrls });
const { anonymous, request } = service;

const body = { files: [{ filename: "Maß 1.txt", text: "The parcel came." }] };
const { body: upload } = await request("POST", "/v1/uploads", body);
const { sha256 } = upload.files[0];
const content = `/v1/files/${upload.files[0].id}/content`;

test("a download leads to a signed URL of the store, with its name and type", async () => {
  const { status, headers } = await request("GET", content);

  expect({ status, cached: headers["cache-control"] }).toEqual({
    status: 307,
    cached: "private, max-age=600",
  });
  const url = new URL(String(headers.location));
  expect(`${url.origin}${url.pathname}`).toBe(
    `https://files.example.com/bucket/assay/blobs/${sha256.slice(0, 2)}/${sha256}`,
  );
  expect(Object.fromEntries(url.searchParams)).toMatchObject({
    "X-Amz-Expires": "900",
    "response-content-type": "text/plain; charset=utf-8",
    "response-content-disposition": expect.stringContaining('attachment; filename="Ma_ 1.txt"'),
  });
});

test("downloads and links of a batch, of an export and of a dataset lead to the store too, unless the client does not reach it", async () => {
  const batch = await givenCertified(service, { texts: 6 });
  const { id } = bodyOf(await request("POST", "/v1/exports", { batch_id: batch.id }), 202);
  await service.runJobs();

  const query = { project_id: batch.project_id };
  const { id: dataset_id } = bodyOf(await request("POST", "/v1/datasets", { name: "all", query }), 201);
  bodyOf(await request("POST", `/v1/datasets/${dataset_id}/versions`), 202);
  await service.runJobs();
  const version = `/v1/datasets/${dataset_id}/versions/1`;

  for (const path of [`/v1/batches/${batch.id}`, `/v1/exports/${id}`, version]) {
    const { url } = bodyOf(await request("GET", `${path}/link`), 200);
    const { pathname, search } = new URL(url);
    const download = await request("GET", `${path}/download`);
    const link = await anonymous("GET", pathname + search);
    for (const { status, headers } of [download, link]) {
      expect(status).toBe(307);
      expect(headers.location).toMatch(/^https:\/\/files\.example\.com\/bucket\/assay\/blobs\//);
    }
    const through = new URL(bodyOf(await request("GET", `${path}/link?redirect=false`), 200).url);
    expect((await request("GET", `${path}/download?redirect=false`)).status).toBe(200);
    expect((await anonymous("GET", through.pathname + through.search)).status).toBe(200);
  }
});

test("what is made of images and recordings leads to the store too", async () => {
  const files = [
    { filename: "turned.jpg", content_base64: (await givenOriented("jpeg", 6)).toString("base64") },
    { filename: "call.wav", content_base64: givenWav(1).toString("base64") },
  ];
  const made = bodyOf(await request("POST", "/v1/uploads", { files }), 201);
  const [image, recording] = made.files;
  for (const kind of ["peaks", "sound"])
    bodyOf(await request("GET", `/v1/files/${recording.id}/${kind}`), 202);
  await service.runJobs();

  const paths = ["thumbnail", "upright"].map((kind) => `${image.id}/${kind}`);
  for (const path of [...paths, `${recording.id}/peaks`, `${recording.id}/sound`]) {
    const { status, headers } = await request("GET", `/v1/files/${path}`);
    expect([path, status]).toEqual([path, 307]);
    expect(headers.location).toMatch(/^https:\/\/files\.example\.com\/bucket\/assay\/blobs\//);
  }
});

test("the service itself answers a HEAD, redirect=false, a condition that holds, and whoever may not read the file", async () => {
  const head = await request("HEAD", content);
  const known = { "if-none-match": String(head.headers.etag) };

  expect(head.status).toBe(200);
  expect(await request("GET", `${content}?redirect=false`)).toMatchObject({
    status: 200,
    body: "The parcel came.",
  });
  expect((await request("GET", content, undefined, known)).status).toBe(304);
  expect((await anonymous("GET", content)).status).toBe(401);
  expect((await (await service.givenAccount()).request("GET", content)).status).toBe(404);
});

test("an announced upload gets a URL of the store that takes exactly its size", async () => {
  const announced = await request("POST", "/v1/uploads", { filename: "a.txt", size_bytes: 7 });

  const url = new URL(announced.body.upload_url);
  expect(url.pathname).toBe(`/bucket/assay/unfinished/${announced.body.id}.direct`);
  expect(url.searchParams.get("X-Amz-SignedHeaders")).toBe("content-length;host");
  expect([...url.searchParams.keys()].filter((name) => /checksum/i.test(name))).toEqual([]);
});

test("the workbench's policy allows the store", async () => {
  const { headers } = await anonymous("GET", `/projects/${randomUUID()}`, undefined, { accept: "text/html" });

  const own = `'self' ${service.deps.config.baseUrl} https://files.example.com`;
  const policy = String(headers["content-security-policy"]).split("; ");
  expect(policy.filter((part) => part.includes("://"))).toEqual([
    `img-src ${own} data: blob:`,
    `media-src ${own} blob:`,
    `connect-src ${own}`,
  ]);
});
