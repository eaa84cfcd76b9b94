import { expect, test } from "vitest";
import { annotateAll, bodyOf, givenBatch } from "../../test/given.ts";
import { givenCertified } from "../../test/given-dataset.ts";
import { givenPerson } from "../../test/people.ts";
import { startService } from "../../test/service.ts";
import { createSecrets } from "../platform/auth/secrets.ts";
import { assertLink, downloadLink } from "./links.ts";

const service = await startService();
const { anonymous, request, runJobs, db, advance } = service;

async function givenExport(texts = 3) {
  const batch = await givenBatch(service, { texts });
  await annotateAll(service, batch.id, ["ann", "bob"]);
  const { id } = bodyOf(await request("POST", "/v1/exports", { batch_id: batch.id }), 202);
  await runJobs();
  return { id: String(id), batch_id: batch.id };
}

/** The path and query of a new link to the download at `path`. */
async function linkTo(path: string): Promise<string> {
  const { url } = bodyOf(await request("GET", path), 200);
  const { pathname, search, origin } = new URL(url);
  expect(origin).toBe("http://localhost:8080");
  return pathname + search;
}

test("the link of an export serves its file without a key, whole and in parts", async () => {
  const { id } = await givenExport();
  const whole = await request("GET", `/v1/exports/${id}/download`);

  const made = await request("GET", `/v1/exports/${id}/link`);
  const link = await linkTo(`/v1/exports/${id}/link`);

  expect(made).toMatchObject({ status: 200, body: { expires_at: "2026-11-21T03:01:00.000Z" } });
  const { status, bytes, headers } = await anonymous("GET", link);
  expect(status).toBe(200);
  expect(bytes).toEqual(whole.bytes);
  expect(headers["content-disposition"]).toBe(whole.headers["content-disposition"]);
  expect(headers["x-assay-certified"]).toBe("false");
  const part = await anonymous("GET", link, undefined, { range: "bytes=2-5" });
  expect(part).toMatchObject({ status: 206, bytes: whole.bytes.subarray(2, 6) });
  expect(await anonymous("GET", link, undefined, { range: "bytes=999999-" })).toMatchObject({ status: 416 });
  const known = { "if-none-match": String(headers.etag) };
  expect(await anonymous("GET", link, undefined, known)).toMatchObject({ status: 304 });
});

test("the link of a certified batch serves the format that it was made for", async () => {
  const { id } = await givenCertified(service);
  const whole = await request("GET", `/v1/batches/${id}/download?format=csv`);

  const link = await linkTo(`/v1/batches/${id}/link?format=csv`);

  const { status, bytes, headers } = await anonymous("GET", link);
  expect(status).toBe(200);
  expect(bytes).toEqual(whole.bytes);
  expect(headers["content-disposition"]).toBe(whole.headers["content-disposition"]);
  expect(await anonymous("GET", link, undefined, { range: "bytes=0-3" })).toMatchObject({ status: 206 });
  expect(await anonymous("GET", link, undefined, { range: "bytes=999999-" })).toMatchObject({ status: 416 });
  const known = { "if-none-match": String(headers.etag) };
  expect(await anonymous("GET", link, undefined, known)).toMatchObject({ status: 304 });
});

test("a link expires after a minute", async () => {
  const { id } = await givenExport();
  const certified = await givenCertified(service, { texts: 6 });
  const links = [await linkTo(`/v1/exports/${id}/link`), await linkTo(`/v1/batches/${certified.id}/link`)];

  advance(59_999);
  for (const link of links) expect(await anonymous("GET", link)).toMatchObject({ status: 200 });
  advance(1);
  for (const link of links)
    expect(await anonymous("GET", link)).toMatchObject({ status: 403, body: { error: "forbidden" } });
});

test("a link that an older master key signed is valid as long as that key is configured", () => {
  const [older, newer] = [Buffer.alloc(32, 1), Buffer.alloc(32, 2)];
  const path = "/v1/exports/exp_1/file";
  const before = { ...service.deps, secrets: createSecrets(older) };
  const { url, expires_at } = downloadLink(before, path, { account_id: "acc_1" });
  const open = (secrets: typeof service.deps.secrets) => {
    const { pathname, search } = new URL(url);
    assertLink({ ...service.deps, secrets }, pathname + search, expires_at);
  };

  expect(() => open(createSecrets(newer, older))).not.toThrow();
  expect(() => open(createSecrets(newer))).toThrow("the signature of this link is wrong");
});

test("a link with another path, query or signature is refused", async () => {
  const [{ id }, other] = [await givenExport(), await givenExport()];
  const certified = await givenCertified(service, { texts: 6 });
  const link = await linkTo(`/v1/exports/${id}/link`);
  const ofBatch = await linkTo(`/v1/batches/${certified.id}/link`);

  for (const changed of [
    link.replace(id, other.id),
    link.replace("2026", "2027"),
    link.replace(/signature=..../, "signature=AAAA"),
    link.replace(/signature=.*/, "signature=x"),
    `${ofBatch}&format=csv`,
    ofBatch.replace("?", "?format=csv&"),
  ])
    expect(await anonymous("GET", changed)).toMatchObject({ status: 403, body: { error: "forbidden" } });
  expect(await anonymous("GET", `/v1/exports/${id}/download?${link.split("?")[1]}`)).toMatchObject({
    status: 401,
  });
});

test("only callers who may download get a link", async () => {
  const { id, batch_id } = await givenExport();
  const other = await service.givenAccount();
  const annotator = await givenPerson(service, { role: "annotator" });
  const [ofExport, ofBatch] = [`/v1/exports/${id}/link`, `/v1/batches/${batch_id}/link`];

  for (const path of [ofExport, ofBatch]) {
    expect(await other.request("GET", path)).toMatchObject({ status: 404, body: { error: "not_found" } });
    expect(await anonymous("GET", path)).toMatchObject({ status: 401 });
    expect(await annotator.request("GET", path)).toMatchObject({ status: 403 });
  }
  expect(await request("GET", `${ofBatch}?format=xlsx`)).toMatchObject({ status: 400 });
  expect(await request("GET", ofBatch)).toMatchObject({
    status: 409,
    body: { error: "batch_not_certified" },
  });
});

test("a link to a deleted export or batch serves nothing, and no new link is made", async () => {
  const { id } = await givenExport();
  const certified = await givenCertified(service, { texts: 6 });
  const link = await linkTo(`/v1/exports/${id}/link`);
  const ofBatch = await linkTo(`/v1/batches/${certified.id}/link`);

  await request("DELETE", `/v1/exports/${id}`);
  await request("DELETE", `/v1/batches/${certified.id}`);

  expect(await anonymous("GET", link)).toMatchObject({ status: 404, body: { error: "not_found" } });
  expect(await anonymous("GET", ofBatch)).toMatchObject({ status: 410, body: { error: "gone" } });
  expect(await request("GET", `/v1/batches/${certified.id}/link`)).toMatchObject({ status: 410 });
});

test("a file that is still being built has no link yet", async () => {
  const batch = await givenCertified(service, { texts: 6 });
  await db.updateTable("batches").set({ item_count: 20_001 }).where("id", "=", batch.id).execute();
  const path = `/v1/batches/${batch.id}/link?format=csv`;

  const first = await request("GET", path);
  await runJobs();

  expect(first).toMatchObject({ status: 202, body: { status: "building" }, headers: { "retry-after": "5" } });
  expect(await anonymous("GET", await linkTo(path))).toMatchObject({ status: 200 });
});

test("a link whose file is to be built anew says so", async () => {
  const { id } = await givenCertified(service, { texts: 6 });
  const link = await linkTo(`/v1/batches/${id}/link?format=csv`);
  await db.deleteFrom("artefacts").where("batch_id", "=", id).execute();
  await db.updateTable("batches").set({ item_count: 20_001 }).where("id", "=", id).execute();

  expect(await anonymous("GET", link)).toMatchObject({ status: 202, body: { status: "building" } });
});

test("a link that names nothing is answered as such", async () => {
  const query = { account_id: service.accountId };
  for (const path of ["/v1/batches/none/file", "/v1/exports/none/file"]) {
    const { pathname, search } = new URL(downloadLink(service.deps, path, query).url);
    expect(await anonymous("GET", pathname + search)).toMatchObject({ status: 404 });
    expect(await anonymous("GET", pathname)).toMatchObject({ status: 400 });
  }
});

test("an export that is still being built has no link yet", async () => {
  const batch = await givenBatch(service);
  const { id } = bodyOf(await request("POST", "/v1/exports", { batch_id: batch.id }), 202);

  expect(await request("GET", `/v1/exports/${id}/link`)).toMatchObject({
    status: 409,
    body: { error: "invalid_state" },
  });
});

test("a file of an export comes from here or from the store, and any other wish is refused", async () => {
  for (const path of ["/v1/exports/exp_none/download", "/v1/exports/exp_none/link"])
    expect(await request("GET", `${path}?redirect=perhaps`)).toMatchObject({
      status: 400,
      body: { error: "invalid_request" },
    });
});
