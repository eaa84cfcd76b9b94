import { createHash } from "node:crypto";
import { FORMATS, formatsFor } from "@assay/domain/formats/registry.ts";
import { ANNOTATION_TYPES } from "@assay/domain/types/registry.ts";
import { expect, test } from "vitest";
import { annotateAll, auditAll, givenBatch } from "../../test/given.ts";
import { givenCertified, givenCertifiedOfType } from "../../test/given-dataset.ts";
import { startService } from "../../test/service.ts";

const service = await startService();
const { request, runJobs, db } = service;
const certified = await givenCertified(service);
const url = `/v1/batches/${certified.id}/download`;

test("a certified batch is downloaded in its project's format, with its digest and name", async () => {
  const { status, headers, bytes, body } = await request("GET", url);

  const sha256 = createHash("sha256").update(bytes);
  const digest = sha256.copy().digest("base64");
  expect(status).toBe(200);
  expect(headers).toMatchObject({
    "content-type": "application/x-ndjson",
    "content-length": String(bytes.length),
    "content-disposition": expect.stringContaining(`attachment; filename="${certified.id}.jsonl"`),
    etag: `"sha256-${sha256.digest("hex")}"`,
    "repr-digest": `sha-256=:${digest}:`,
    "last-modified": "Sat, 21 Nov 2026 03:00:00 GMT",
    "accept-ranges": "bytes",
    "cache-control": "private, max-age=0, must-revalidate",
  });
  const lines = body
    .trimEnd()
    .split("\n")
    .map((line: string) => JSON.parse(line));
  expect(lines.map(({ external_id }: { external_id: string }) => external_id)).toEqual(
    Array.from({ length: 12 }, (_, index) => String(index + 1)),
  );
  expect(lines[0]).toMatchObject({
    text: "text 1",
    result: { label: "yes" },
    support: 1,
    origin: "consensus",
  });
});

test("HEAD returns the same headers and no body", async () => {
  const [get, head] = [await request("GET", url), await request("HEAD", url)];

  const names = ["etag", "repr-digest", "content-length", "content-disposition", "last-modified"];
  expect(head.status).toBe(200);
  expect(head.bytes).toHaveLength(0);
  for (const name of names) expect(head.headers[name]).toBe(get.headers[name]);
});

test("its ranges, requested one after the other, make up the whole file", async () => {
  const { bytes: whole, headers } = await request("GET", url);
  const parts: Buffer[] = [];
  const size = Math.ceil(whole.length / 7);
  for (let start = 0; start < whole.length; start += size) {
    const part = await request("GET", url, undefined, { range: `bytes=${start}-${start + size - 1}` });
    expect(part.status).toBe(206);
    expect(part.headers["repr-digest"]).toBe(headers["repr-digest"]);
    parts.push(part.bytes);
  }

  expect(Buffer.concat(parts)).toEqual(whole);
});

test("a range beyond the end is refused with the size", async () => {
  const { status, headers, body } = await request("GET", url, undefined, { range: "bytes=99999999-" });

  const whole = await request("HEAD", url);
  expect(status).toBe(416);
  expect(body.error).toBe("range_not_satisfiable");
  expect(headers["content-range"]).toBe(`bytes */${whole.headers["content-length"]}`);
});

test("a client that has the dataset gets a 304", async () => {
  const { headers } = await request("HEAD", url);

  const answer = await request("GET", url, undefined, { "if-none-match": String(headers.etag) });

  expect(answer).toMatchObject({ status: 304, body: "" });
});

test.each(["csv", "json", "NDJSON"])("%s is built on request and stays the same", async (format) => {
  const first = await request("GET", `${url}?format=${format}`);
  const second = await request("GET", `${url}?format=${format}`);

  expect(first.status).toBe(200);
  expect(second.headers.etag).toBe(first.headers.etag);
  expect(second.bytes).toEqual(first.bytes);
});

const pairs = ANNOTATION_TYPES.flatMap(({ name }) =>
  formatsFor(name).map((format) => ({ type: name, name: format.name })),
);

test.each(ANNOTATION_TYPES.map(({ name }) => name))(
  "%s downloads in every format that carries it",
  async (type) => {
    const batch = await givenCertifiedOfType(service, type, { labels: [{ name: "yes" }, { name: "no" }] });

    for (const { name } of pairs.filter((pair) => pair.type === type)) {
      const answer = await request("GET", `/v1/batches/${batch.id}/download?format=${name}`);
      const format = FORMATS.find((one) => one.name === name);
      const extension = format?.single ? format.extension : `${name}.zip`;
      expect(answer, name).toMatchObject({ status: 200, headers: { "content-type": format?.media_type } });
      expect(answer.headers["content-disposition"]).toContain(`"${batch.id}.${extension}"`);
    }
  },
);

test("a large file is built by a job, and the client gets a Retry-After", async () => {
  const batch = await givenCertified(service, { texts: 6 });
  await db.updateTable("batches").set({ item_count: 20_001 }).where("id", "=", batch.id).execute();
  const large = `/v1/batches/${batch.id}/download?format=csv`;

  const [first, again] = [await request("GET", large), await request("GET", large)];
  expect(first).toMatchObject({ status: 202, body: { status: "building" }, headers: { "retry-after": "5" } });
  expect(again.status).toBe(202);
  await runJobs();

  const built = await request("GET", large);
  expect(built.status).toBe(200);
  expect(built.body.split("\n")).toHaveLength(8);
});

test.each(["?format=xlsx", "?format=coco", "?include=everything", "?bundle=perhaps"])(
  "%s is refused",
  async (query) => {
    const { status, body } = await request("GET", url + query);

    expect(status).toBe(400);
    expect(body.error).toBe("invalid_request");
    if (query.startsWith("?format")) expect(body.message).toMatch(/^format must be one of jsonl, json, csv/);
  },
);

test("a batch that is not certified is refused in each state, with advice on what to do", async () => {
  const batch = await givenBatch(service, { texts: 6 });
  const states: string[] = [];
  async function refused() {
    const answer = await request("GET", `/v1/batches/${batch.id}/download`);
    const { status } = (await request("GET", `/v1/batches/${batch.id}`)).body;
    expect(answer).toMatchObject({ status: 409, body: { error: "batch_not_certified" } });
    expect(answer.body.message).toContain(`${batch.id} is ${status}`);
    expect(answer.body.message).toContain("POST /v1/exports");
    states.push(status);
  }
  await refused();
  await annotateAll(service, batch.id, ["ann"]);
  await refused();
  await annotateAll(service, batch.id, ["bob"]);
  await runJobs();
  await refused();
  await auditAll(service, batch.id, "eve", () => "no");
  await runJobs();
  await refused();

  expect(states).toEqual(["created", "processing", "completed", "failed"]);
});

test("a batch of another account, or an unknown one, has no download", async () => {
  const other = await service.givenAccount();

  expect(await other.request("GET", url)).toMatchObject({ status: 404, body: { error: "not_found" } });
  expect(await request("GET", "/v1/batches/nothing/download")).toMatchObject({ status: 404 });
});

test("the dataset of a deleted batch is gone, before and after its files are removed", async () => {
  const batch = await givenCertified(service, { texts: 6 });
  await request("DELETE", `/v1/batches/${batch.id}`);

  const gone = { status: 410, body: { error: "gone", message: `the batch ${batch.id} was deleted` } };
  expect(await request("GET", `/v1/batches/${batch.id}/download`)).toMatchObject(gone);
  await runJobs();
  expect(await request("GET", `/v1/batches/${batch.id}/download?format=csv`)).toMatchObject(gone);
});

test("a key without datasets:read is refused", async () => {
  const { body } = await request("POST", "/v1/api-keys", { name: "producer", scopes: ["batches:read"] });

  expect(await service.requestWith(body.key)("GET", url)).toMatchObject({ status: 403 });
});
