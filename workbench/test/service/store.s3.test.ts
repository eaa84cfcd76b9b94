import { text } from "node:stream/consumers";
import { openBlobs } from "@assay/server/src/platform/blobs/open.ts";
import { connectS3 } from "@assay/server/src/platform/blobs/s3-client.ts";
import { parseStorageUrl } from "@assay/server/src/platform/storage-url.ts";
import { freePort } from "@assay/server/test/free-port.ts";
import { bodyOf, givenProject } from "@assay/server/test/given.ts";
import { givenBatchOfType, givenCertified } from "@assay/server/test/given-dataset.ts";
import { givenOriented } from "@assay/server/test/oriented.ts";
import { givenPerson } from "@assay/server/test/people.ts";
import { S3_CREDENTIALS, storageUrl } from "@assay/server/test/s3.ts";
import { startFaultyS3 } from "@assay/server/test/s3-faults.ts";
import { untilHolds } from "@assay/server/test/until.ts";
import { givenForm, givenWav } from "@assay/server/test/upload-bodies.ts";
import { CreateBucketCommand, PutBucketCorsCommand, PutObjectCommand } from "@aws-sdk/client-s3";
import type { Page } from "playwright-core";
import { expect, inject, test, vi } from "vitest";
import { openPage } from "../browser.ts";
import { cookiesOf } from "../cookies.ts";
import { serve } from "./serve.ts";

for (const [name, value] of Object.entries(S3_CREDENTIALS)) vi.stubEnv(name, value);
const s3 = inject("s3");
/** Files of megabytes take a while on a busy machine. */
const WITHIN = { timeout: 60_000 };
/** More than half an hour, which is played without decoding it. */
const RECORDING = { name: "call.wav", mimeType: "audio/wav", buffer: givenWav(1_900) };

/** Each of them is large enough to be uploaded by itself. */
const PARTS = ["a.wav", "b.wav"].map((name) => ({ ...RECORDING, name, buffer: givenWav(1_100) }));

let buckets = 0;

/** A service whose files browsers reach at `public_endpoint`, in a bucket of its own. */
async function serveWith(public_endpoint: string) {
  buckets += 1;
  const bucket = `direct-${buckets}`;
  const at = `${storageUrl({ ...s3, bucket }, "assay")}&public_endpoint=${encodeURIComponent(public_endpoint)}`;
  const storage = parseStorageUrl(at);
  if (storage.kind !== "s3") throw new Error("the URL is one of S3");
  const client = connectS3(storage);
  await client.send(new CreateBucketCommand({ Bucket: bucket }));
  const blobs = await openBlobs(storage);
  let ahead = 0;
  const { origin, service } = await serve(() => new Date(Date.now() + ahead), {
    blobs,
  });
  const requests: string[] = [];
  service.app.server.on("request", ({ method, url }) => requests.push(`${method} ${url}`));
  const owner = await givenPerson(service, { role: "owner" });
  async function openAt(path: string, script = ""): Promise<Page> {
    const page = await openPage("about:blank");
    await page.addInitScript(script);
    await page.context().addCookies(cookiesOf(owner.cookie, origin));
    await page.goto(origin + path);
    return page;
  }
  const allowOrigin = () => {
    const CORSRules = [
      { AllowedOrigins: [origin], AllowedMethods: ["GET", "HEAD", "PUT"], AllowedHeaders: ["*"] },
    ];
    return client.send(new PutBucketCorsCommand({ Bucket: bucket, CORSConfiguration: { CORSRules } }));
  };
  /** Lets time pass for the service. */
  const pass = (ms: number) => {
    ahead += ms;
  };
  return { service, openAt, allowOrigin, pass, requests };
}

const store = await startFaultyS3(s3.endpoint);
const direct = await serveWith(store.endpoint);
await direct.allowOrigin();

const ofContent = (requests: readonly string[]) =>
  requests.filter(
    (request) => /^(PUT|PATCH) |\/(content|file)\?/.test(request) && !request.startsWith("HEAD "),
  );

/** Chooses files in the dialog that adds data to a project of recordings, and sends them; `failed` gets the requests that fail. */
async function sendFiles(
  { service, openAt }: typeof direct,
  files: (typeof RECORDING)[],
  failed: string[] = [],
) {
  const { id } = await givenProject(service, { annotation_type: "transcription" });
  const page = await openAt(`/projects/${id}`);
  page.on("requestfailed", (request) => failed.push(`${request.method()} ${new URL(request.url()).origin}`));
  await page.getByRole("button", { name: "Add data" }).first().click();
  const [chooser] = await Promise.all([
    page.waitForEvent("filechooser"),
    page.getByRole("button", { name: "Choose files" }).click(),
  ]);
  await chooser.setFiles(files, WITHIN);
  await page.getByRole("button", { name: "Create batch" }).click();
  return page;
}

/** Runs jobs until the page shows the created batch; returns its id. */
async function batchMade({ service }: typeof direct, page: Page): Promise<string> {
  await vi.waitFor(async () => {
    await service.runJobs();
    expect(page.url()).toMatch(/\/batches\/batch_/);
  }, WITHIN);
  return new URL(page.url()).pathname.split("/").at(-1) ?? "";
}

async function itemsOf({ service }: typeof direct, batch_id: string) {
  return bodyOf(await service.request("GET", `/v1/items?batch_id=${batch_id}`), 200).data;
}

/** Files that the store got from browsers after the request `before`. */
const putsAfter = (before: number) =>
  store.requests.slice(before).filter((request) => /^PUT .*\.direct/.test(request));

async function uploadsIn({ service }: typeof direct, status: string) {
  const { data } = bodyOf(await service.request("GET", "/v1/uploads"), 200);
  return data.filter((upload: { status: string }) => upload.status === status);
}

/** Waits for a condition in the page; its policy forbids Playwright's own way to wait. */
const untilTrue = (page: Page, condition: string) =>
  expect.poll(() => page.evaluate(condition), WITHIN).toBe(true);

test("a large file goes from the browser straight to the store", async () => {
  const page = await sendFiles(direct, PARTS.slice(0, 1));

  const items = await itemsOf(direct, await batchMade(direct, page));
  expect(items).toMatchObject([{ file: { filename: "a.wav", duration: 1_100 } }]);
  expect(putsAfter(0)).toHaveLength(1);
  expect(ofContent(direct.requests)).toEqual([]);
});

const refusing = await startFaultyS3(s3.endpoint);

test.each([
  ["the bucket has no CORS rule", refusing.endpoint],
  ["nothing listens at its address", `http://127.0.0.1:${await freePort()}`],
])("everything passes the service where %s, and the page tries the store once", async (_why, endpoint) => {
  const away = await serveWith(endpoint);
  const failed: string[] = [];
  const page = await sendFiles(away, PARTS, failed);

  const [item] = await itemsOf(away, await batchMade(away, page));
  expect(failed).toEqual([`PUT ${endpoint}`]);
  expect(ofContent(away.requests).map((request) => request.split(" ")[0])).toEqual(Array(4).fill("PATCH"));
  const opened = await away.openAt(`/items/${item.id}`);
  await untilTrue(opened, "document.querySelector('audio')?.readyState > 0");

  const { batch_id, save } = await givenExport(away);
  expect(await save(await away.openAt(`/batches/${batch_id}?tab=exports`))).toContain('"label"');
  const saved = away.requests.filter((request) => /exports\/\w+\/file\?.*redirect=false&/.test(request));
  expect(saved).toHaveLength(1);
});

/** A batch with an export; `save` downloads it on the batch's page and returns the file. */
async function givenExport({ service }: typeof direct) {
  const { id: batch_id } = await givenCertified(service, { texts: 3 });
  bodyOf(await service.request("POST", "/v1/exports", { batch_id, format: "jsonl" }), 202);
  await service.runJobs();
  const save = async (page: Page): Promise<string> => {
    const [file] = await Promise.all([
      page.waitForEvent("download"),
      page.getByRole("button", { name: "Download jsonl" }).click(),
    ]);
    return text(await file.createReadStream());
  };
  return { batch_id, save };
}

test("an export comes from the store", async () => {
  const { batch_id, save } = await givenExport(direct);
  const before = store.requests.length;

  expect(await save(await direct.openAt(`/batches/${batch_id}?tab=exports`))).toContain('"label"');

  expect(store.requests.slice(before).filter((request) => request.startsWith("GET "))).not.toEqual([]);
  expect(ofContent(direct.requests).filter((request) => request.includes("redirect=false"))).toEqual([]);
});

test("an upload that the store refuses because its URL has expired is sent to a fresh one", async () => {
  store.answer({ method: "PUT", url: ".direct" }, 403, "AccessDenied");
  const before = store.requests.length;

  const page = await sendFiles(direct, PARTS.slice(0, 1));

  expect(await itemsOf(direct, await batchMade(direct, page))).toHaveLength(1);
  const [expired, fresh, ...more] = putsAfter(before);
  expect(fresh).not.toBe(expired);
  expect(more).toEqual([]);
  expect(ofContent(direct.requests).filter((request) => request.startsWith("PATCH"))).toEqual([]);
  expect(await uploadsIn(direct, "pending")).toEqual([]);
});

test("a connection to a reached store that breaks is tried again", async () => {
  const before = store.requests.length;
  const page = await sendFiles(direct, PARTS);
  // the second file follows once a job has processed the first, and none runs yet
  await untilHolds(async () => expect(await uploadsIn(direct, "processing")).toHaveLength(1));
  store.cutRequest({ method: "PUT", url: ".direct" }, 1_000_000);

  expect(await itemsOf(direct, await batchMade(direct, page))).toHaveLength(2);
  expect(putsAfter(before)).toHaveLength(3);
  expect(ofContent(direct.requests).filter((request) => request.startsWith("PATCH"))).toEqual([]);
});

test("a canceled upload is deleted, its files stay chosen, and they can be sent again", async () => {
  const release = store.holdResponse({ method: "PUT", url: ".direct" }, 0);
  const page = await sendFiles(direct, PARTS.slice(0, 1));
  const bar = page.getByRole("progressbar");
  await vi.waitFor(
    async () => expect(Number(await bar.getAttribute("aria-valuenow"))).toBeGreaterThan(0),
    WITHIN,
  );
  await page.getByRole("button", { name: "Cancel" }).click();
  await bar.waitFor({ state: "detached" });
  release();

  expect(await uploadsIn(direct, "pending")).toEqual([]);
  await page.getByText("a.wav", { exact: true }).waitFor();
  await page.getByRole("button", { name: "Create batch" }).click();
  expect(await itemsOf(direct, await batchMade(direct, page))).toHaveLength(1);
});

test("the image editor reads from the store, and its canvas stays readable", async () => {
  const { id } = await givenBatchOfType(direct.service, "object_detection");
  await direct.service.runJobs();
  const page = await direct.openAt("/work");
  const loaded = page.waitForResponse((answer) => answer.url().startsWith(store.endpoint));

  await page.goto(`${new URL(page.url()).origin}/work?batch=${id}&kinds=annotate`);

  expect((await loaded).status()).toBe(200);
  await page.locator("canvas").first().waitFor();
  const read = `[...document.querySelectorAll("canvas")].every((canvas) =>
    canvas.width === 0 || canvas.getContext("2d").getImageData(0, 0, 1, 1) !== undefined)`;
  expect(await page.evaluate(read)).toBe(true);
});

test.each(["transcription", "audio_segmentation"])(
  "in %s a recording that is sought after its URL has expired goes on from a new one",
  async (annotation_type) => {
    const { id: project_id } = await givenProject(direct.service, {
      annotation_type,
      labels: [{ name: "a" }],
    });
    const form = givenForm([
      { name: "file", filename: "a.wav", type: "audio/wav", content: RECORDING.buffer },
    ]);
    const upload = bodyOf(await direct.service.request("POST", "/v1/uploads", form.body, form.headers), 201);
    await direct.service.runJobs();
    const sent = { project_id, upload_ids: [upload.id] };
    const batch = bodyOf(await direct.service.request("POST", "/v1/batches", sent), 201);
    await direct.service.runJobs();
    const before = store.requests.length;
    const page = await direct.openAt(`/work?batch=${batch.id}&kinds=annotate`);
    await untilTrue(page, "document.querySelector('audio')?.readyState > 0");
    const [, expired = ""] = /X-Amz-Signature=(\w+)/.exec(store.requests.slice(before).join()) ?? [];
    expect(expired).not.toBe("");
    store.answer({ method: "GET", url: expired, times: Number.POSITIVE_INFINITY }, 403, "AccessDenied");
    direct.pass(20 * 60_000);
    // of one second all signed URLs of an object are the same, so a new one would count as expired too
    const second = () => Math.floor(Date.now() / 1_000);
    await expect.poll(second, WITHIN).toBeGreaterThan(second());

    await page.evaluate("document.querySelector('audio').currentTime = 1500");

    await untilTrue(
      page,
      `(({ currentTime, readyState, error }) =>
      error === null && readyState >= 2 && Math.round(currentTime) === 1500
    )(document.querySelector("audio"))`,
    );
    expect(
      store.requests.slice(before).filter((request) => request.includes(expired)).length,
    ).toBeGreaterThan(1);
  },
);

/** The source of a bucket behind an origin of its own, synced by reference, and a started batch of its files. */
async function givenReferenced(annotation_type: string, key: string, body: Buffer) {
  const bucketStore = await startFaultyS3(s3.endpoint);
  buckets += 1;
  const bucket = `referenced-${buckets}`;
  const { region } = s3;
  const client = connectS3({ endpoint: s3.endpoint, region, pathStyle: true });
  await client.send(new CreateBucketCommand({ Bucket: bucket }));
  const CORSRules = [{ AllowedOrigins: ["*"], AllowedMethods: ["GET", "HEAD"], AllowedHeaders: ["*"] }];
  await client.send(new PutBucketCorsCommand({ Bucket: bucket, CORSConfiguration: { CORSRules } }));
  await client.send(new PutObjectCommand({ Bucket: bucket, Key: key, Body: body }));
  const { request, runJobs } = direct.service;
  const source = {
    ...{ kind: "s3", mode: "reference" },
    config: { bucket, region, endpoint: bucketStore.endpoint, path_style: true },
    credentials: {
      access_key_id: S3_CREDENTIALS.AWS_ACCESS_KEY_ID,
      secret_access_key: S3_CREDENTIALS.AWS_SECRET_ACCESS_KEY,
    },
  };
  const { id: source_id } = bodyOf(await request("POST", "/v1/sources", source), 201);
  bodyOf(await request("POST", `/v1/sources/${source_id}/sync`), 202);
  await runJobs();
  const { id: project_id } = await givenProject(direct.service, { annotation_type, labels: [{ name: "a" }] });
  const batch = bodyOf(await request("POST", "/v1/batches", { project_id, from: { source_id } }), 201);
  await runJobs();
  const gets = () =>
    bucketStore.requests.filter((one) => one.startsWith("GET ") && one.includes("X-Amz-Signature"));
  return { batch, bucketStore, gets };
}

test("an image by reference comes from its bucket, and its canvas stays readable", async () => {
  const { batch, gets } = await givenReferenced("object_detection", "a.jpg", await givenOriented("jpeg", 1));

  const page = await direct.openAt(`/work?batch=${batch.id}&kinds=annotate`);

  await page.locator("canvas").first().waitFor();
  const painted = `[...document.querySelectorAll("canvas")].some((canvas) => canvas.width > 0 &&
    canvas.getContext("2d").getImageData(0, 0, canvas.width, canvas.height).data.some((value) => value > 0))`;
  await untilTrue(page, painted);
  expect(gets()).not.toEqual([]);
});

test("a recording by reference that is sought after its link has expired goes on from a new one", async () => {
  const { batch, bucketStore, gets } = await givenReferenced("transcription", "call.wav", RECORDING.buffer);
  const page = await direct.openAt(`/work?batch=${batch.id}&kinds=annotate`);
  await untilTrue(page, "document.querySelector('audio')?.readyState > 0");
  const [, expired = ""] = /X-Amz-Signature=(\w+)/.exec(gets().join()) ?? [];
  expect(expired).not.toBe("");
  bucketStore.answer({ method: "GET", url: expired, times: Number.POSITIVE_INFINITY }, 403, "AccessDenied");
  direct.pass(20 * 60_000);
  const second = () => Math.floor(Date.now() / 1_000);
  await expect.poll(second, WITHIN).toBeGreaterThan(second());

  await page.evaluate("document.querySelector('audio').currentTime = 1500");

  await untilTrue(
    page,
    `(({ currentTime, readyState, error }) =>
      error === null && readyState >= 2 && Math.round(currentTime) === 1500)(document.querySelector("audio"))`,
  );
  expect(gets().filter((one) => one.includes(expired)).length).toBeGreaterThan(1);
});
