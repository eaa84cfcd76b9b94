import { expect, test } from "vitest";
import { GIVEN_SOURCE } from "../../test/every-resource.ts";
import { annotateAll, auditToVerdict, bodyOf, givenProject } from "../../test/given.ts";
import { startService } from "../../test/service.ts";
import { newId } from "../platform/ids.ts";

const service = await startService();
const { accountId: account_id, db, deps, request } = service;

/** A file by reference of a source whose store refuses connections. */
async function givenReference() {
  const source = bodyOf(await request("POST", "/v1/sources", { ...GIVEN_SOURCE, mode: "reference" }), 201);
  const upload_id = newId("upload");
  const id = newId("file");
  const created_at = deps.now();
  const of = { account_id, upload_id, position: 0, size_bytes: 9 };
  const times = { created_at, updated_at: created_at };
  await db
    .insertInto("uploads")
    .values({ id: upload_id, account_id, source_id: source.id, status: "ready", file_count: 1, ...times })
    .execute();
  const file = { filename: "a.jpg", content_type: "image/jpeg", medium: "image", status: "ready" } as const;
  await db
    .insertInto("files")
    .values({ id, ...of, ...file, created_at })
    .execute();
  await db
    .insertInto("upload_objects")
    .values({ ...of, source_id: source.id, key: "a.jpg", etag: '"1"' })
    .execute();
  return { id, upload_id, source };
}

test("the content of a file by reference needs its bucket, and its source", async () => {
  const { id, source } = await givenReference();
  expect(await request("GET", `/v1/files/${id}`)).toMatchObject({ status: 200, body: { sha256: null } });
  const paths = ["content", "thumbnail", "upright"].map((made) => `/v1/files/${id}/${made}`);
  const unreached = expect.stringContaining("http://127.0.0.1:9 cannot be reached");
  for (const path of paths)
    expect(await request("GET", path)).toMatchObject({
      status: 409,
      body: { error: "invalid_state", message: unreached },
    });

  expect((await request("DELETE", `/v1/sources/${source.id}`)).status).toBe(204);
  const message = `the source of the file ${id} was deleted, and its bytes are not stored here`;
  for (const path of paths)
    expect(await request("GET", path)).toMatchObject({ status: 410, body: { error: "gone", message } });
});

test("pages may show media of any bucket once there are sources by reference", async () => {
  await db.deleteFrom("sources").execute();
  const policy = async () =>
    String((await service.app.inject({ method: "GET", url: "/" })).headers["content-security-policy"]);
  expect(await policy()).not.toContain("https:");
  await givenReference();
  expect(await policy()).toMatch(/img-src 'self' [^;]*http: data:/);
});

test("audits of references count against all batches with objects of the same ETag", async () => {
  const batches: string[] = [];
  for (const name of ["first", "second"]) {
    const { upload_id } = await givenReference();
    const settings = { annotation_type: "image_classification", quality_level: "basic", name };
    const { id: project_id } = await givenProject(service, settings);
    const sent = { project_id, upload_ids: [upload_id] };
    const { id } = bodyOf(await request("POST", "/v1/batches", sent), 201);
    await annotateAll(service, id, ["ann", "bob", "cy"]);
    await service.runJobs();
    await auditToVerdict(service, id, "dora");
    batches.push(id);
  }

  const looked = await db.selectFrom("looked_items").selectAll().execute();
  expect(looked).not.toEqual([]);
  const second = bodyOf(await request("GET", `/v1/batches/${batches[1]}`), 200);
  expect(second.earlier).toMatchObject([{ batch_id: batches[0] }]);
});
