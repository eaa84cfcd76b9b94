import { expect, test } from "vitest";
import { annotateAll, bodyOf, givenLines, givenProject } from "../../test/given.ts";
import { givenCertified } from "../../test/given-dataset.ts";
import { givenPerson } from "../../test/people.ts";
import { startService } from "../../test/service.ts";
import { downloadLink } from "../exports/links.ts";

const service = await startService();
const { anonymous, request, runJobs, db, accountId } = service;

/** The path of a version with the items of a certified batch; `isBuilt` is whether the version is ready. */
async function givenVersion(isBuilt = true) {
  const { id: batch_id, project_id } = await givenCertified(service, { texts: 6 });
  const named = { name: `of ${batch_id}`, query: { project_id } };
  const { id } = bodyOf(await request("POST", "/v1/datasets", named), 201);
  bodyOf(await request("POST", `/v1/datasets/${id}/versions`), 202);
  if (isBuilt) await runJobs();
  return { id: String(id), batch_id: String(batch_id), path: `/v1/datasets/${id}/versions/1` };
}

/** The path and query of a link, without its origin. */
function pathOf(url: string): string {
  const { pathname, search } = new URL(url);
  return pathname + search;
}

async function linkTo(path: string): Promise<string> {
  return pathOf(bodyOf(await request("GET", path), 200).url);
}

test("the link of a version serves the file that it was made for, without a key, whole and in parts", async () => {
  const { path } = await givenVersion();
  const whole = await request("GET", `${path}/download?format=csv&split=train`);

  const link = await linkTo(`${path}/link?format=csv&split=train`);

  const { status, bytes, headers } = await anonymous("GET", link);
  expect(status).toBe(200);
  expect(bytes).toEqual(whole.bytes);
  expect(headers["content-disposition"]).toBe(whole.headers["content-disposition"]);
  expect(await anonymous("GET", link, undefined, { range: "bytes=0-3" })).toMatchObject({ status: 206 });
  expect(await anonymous("GET", link, undefined, { range: "bytes=999999-" })).toMatchObject({ status: 416 });
  const known = { "if-none-match": String(headers.etag) };
  expect(await anonymous("GET", link, undefined, known)).toMatchObject({ status: 304 });
});

test("a link with another path, query or signature is refused", async () => {
  const [{ path }, other] = [await givenVersion(), await givenVersion()];
  const link = await linkTo(`${path}/link?split=test`);

  for (const changed of [
    link.replace(path, other.path),
    link.replace("split=test", "split=train"),
    link.replace(/signature=.*/, "signature=x"),
    `${link}&format=csv`,
  ])
    expect(await anonymous("GET", changed)).toMatchObject({ status: 403, body: { error: "forbidden" } });
  expect(await anonymous("GET", `${path}/file`)).toMatchObject({ status: 400 });
});

test("only callers who may download a version get a link to it", async () => {
  const { path } = await givenVersion();
  const waiting = await givenVersion(false);
  const other = await service.givenAccount();
  const [annotator, reviewer, viewer] = await Promise.all(
    (["annotator", "reviewer", "viewer"] as const).map((role) => givenPerson(service, { role })),
  );

  expect(await other.request("GET", `${path}/link`)).toMatchObject({ status: 404 });
  expect(await anonymous("GET", `${path}/link`)).toMatchObject({ status: 401 });
  for (const person of [annotator, reviewer])
    expect(await person?.request("GET", `${path}/link`)).toMatchObject({ status: 403 });
  expect(await viewer?.request("GET", `${path}/link`)).toMatchObject({ status: 200 });
  expect(await request("GET", `${path}/link?format=xlsx`)).toMatchObject({ status: 400 });
  expect(await request("GET", `${waiting.path}/link`)).toMatchObject({
    status: 409,
    body: { error: "invalid_state" },
  });
  const early = downloadLink(service.deps, `${waiting.path}/file`, { account_id: accountId });
  expect(await anonymous("GET", pathOf(early.url))).toMatchObject({ status: 409 });
});

test("a blind auditor of the project gets no link to labels that are not certified", async () => {
  const settings = { quality_level: "standard", quality_policy: { audit_mode: "blind", overlap: 1 } };
  const { id: project_id } = await givenProject(service, settings);
  const upload_ids = [await givenLines(service, service, [{ text: "a" }, { text: "b" }])];
  const batch = bodyOf(await request("POST", "/v1/batches", { project_id, upload_ids }), 201);
  await annotateAll(service, batch.id, ["ann"]);
  await runJobs();
  const query = { project_id, statuses: ["completed", "certified"] };
  const { id } = bodyOf(await request("POST", "/v1/datasets", { name: "blind", query }), 201);
  bodyOf(await request("POST", `/v1/datasets/${id}/versions`), 202);
  await runJobs();
  const manager = await givenPerson(service, { role: "manager" });

  expect(await request("GET", `/v1/datasets/${id}/versions/1/link`)).toMatchObject({ status: 200 });
  expect(await manager.request("GET", `/v1/datasets/${id}/versions/1/link`)).toMatchObject({
    status: 409,
    body: { error: "invalid_state" },
  });
});

test("a link to a version whose batch or dataset was deleted serves nothing, and no new link is made", async () => {
  const { path, batch_id, id } = await givenVersion();
  const link = await linkTo(`${path}/link`);

  await request("DELETE", `/v1/batches/${batch_id}`);
  await runJobs();

  expect(await anonymous("GET", link)).toMatchObject({ status: 410, body: { error: "gone" } });
  expect(await request("GET", `${path}/link`)).toMatchObject({ status: 410 });
  await request("DELETE", `/v1/datasets/${id}`);
  expect(await anonymous("GET", link)).toMatchObject({ status: 404, body: { error: "not_found" } });
});

test("a large file has a link once it is built", async () => {
  const { id, path } = await givenVersion();
  const { counts } = bodyOf(await request("GET", path), 200);
  const large = JSON.stringify({ ...counts, items: 20_001 });
  await db.updateTable("dataset_versions").set({ counts: large }).where("dataset_id", "=", id).execute();

  const first = await request("GET", `${path}/link?format=csv`);
  await runJobs();
  const link = await linkTo(`${path}/link?format=csv`);

  expect(first).toMatchObject({ status: 202, body: { status: "building" }, headers: { "retry-after": "5" } });
  expect(await anonymous("GET", link)).toMatchObject({ status: 200 });
  await db
    .deleteFrom("dataset_files")
    .where("dataset_id", "=", id)
    .where("variant", "=", "format:csv")
    .execute();
  expect(await anonymous("GET", link)).toMatchObject({ status: 202, body: { status: "building" } });
});
