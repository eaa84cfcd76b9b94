import { readFile } from "node:fs/promises";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { sql } from "kysely";
import { afterAll, expect, onTestFinished, test } from "vitest";
import { bodyOf, givenProject } from "../../test/given.ts";
import { startHub } from "../../test/hub.ts";
import { givenOriented } from "../../test/oriented.ts";
import { startService } from "../../test/service.ts";
import { untilHolds } from "../../test/until.ts";
import { parseHubUrl } from "../buckets/hub-url.ts";
import { createOutbound } from "../platform/network/outbound.ts";
import { syncSource } from "./sync.ts";

// The Hub is simulated: `server/test/hub.ts` answers as it documents.
const hub = await startHub();
afterAll(hub.stop);
const service = await startService();
const { accountId: account_id, db, deps, request, runJobs } = service;
const photo = await givenOriented("jpeg", 1);
const shard = await readFile(new URL("../../test/parquet/text-snappy.parquet", import.meta.url));

const create = (url: string, more = {}) =>
  request("POST", "/v1/sources", { kind: "huggingface", config: { url, endpoint: hub.origin }, ...more });

async function givenSource(url: string, more = {}): Promise<string> {
  return bodyOf(await create(url, more), 201).id;
}

async function sync(id: string) {
  bodyOf(await request("POST", `/v1/sources/${id}/sync`), 202);
  await runJobs();
  return bodyOf(await request("GET", `/v1/sources/${id}`), 200);
}

async function uploadsOf(id: string) {
  return bodyOf(await request("GET", `/v1/uploads?source_id=${id}&sort=created_at`), 200).data;
}

async function filesOf(upload: { id: string }) {
  return bodyOf(await request("GET", `/v1/uploads/${upload.id}/files`), 200).data;
}

async function namesOf(id: string): Promise<string[]> {
  return (await uploadsOf(id)).flatMap(({ files }: { files: { filename: string }[] }) =>
    files.map(({ filename }) => filename),
  );
}

async function checksOf(id: string) {
  return bodyOf(await request("POST", `/v1/sources/${id}/check`), 200);
}

test("a sync takes the shards of Parquet and the images of a repository, and another one only what is new", async () => {
  hub.commit("acme/mixed", {
    ...{
      "README.md": "# A card",
      ".gitattributes": "*.parquet filter=lfs",
      "metadata.csv": "file_name\na.jpg",
    },
    ...{ "data/train-00000-of-00001.parquet": shard, "images/cat/1.jpg": photo, "notes/ü 1.txt": "small" },
  });
  const id = await givenSource("hf://datasets/acme/mixed");
  const checked = await checksOf(id);
  expect(checked).toMatchObject({
    ok: true,
    checks: [{ operation: "connect" }, { operation: "list" }, { operation: "read" }],
  });

  expect(await sync(id)).toMatchObject({
    ...{ name: "hf://datasets/acme/mixed", config: { endpoint: hub.origin } },
    ...{ status: "idle", objects_seen: 6, added: 3, skipped: 3, error: null },
  });
  expect(await namesOf(id)).toEqual([
    "data/train-00000-of-00001.parquet",
    "images/cat/1.jpg",
    "notes/ü 1.txt",
  ]);
  const project = await givenProject(service, {
    annotation_type: "text_classification",
    labels: [{ name: "a" }],
  });
  const from = { source_id: id, filter: { medium: "lines" } };
  const batch = bodyOf(await request("POST", "/v1/batches", { project_id: project.id, from }), 201);
  await runJobs();
  const { data } = bodyOf(await request("GET", `/v1/items?batch_id=${batch.id}`), 200);
  const texts = data.map(({ excerpt }: { excerpt: string }) => excerpt);
  expect(texts).toEqual(["It came on time.", "Ünï ☃ late", "third"]);

  expect(await sync(id)).toMatchObject({ objects_seen: 6, added: 0 });
  hub.commit("acme/mixed", { "notes/ü 1.txt": "other", "notes/2.txt": "more", "images/cat/1.jpg": null });
  expect(await sync(id)).toMatchObject({ objects_seen: 6, added: 2, changed: 1 });
  expect(await namesOf(id)).toHaveLength(5);
});

test("a folder at a commit is taken, with names below the folder", async () => {
  const commit = hub.commit("acme/foldered", {
    "data/a.txt": "a",
    "data/b/c.txt": "c",
    "other.txt": "other",
  });
  hub.commit("acme/foldered", { "data/d.txt": "d" });
  const id = await givenSource(`hf://datasets/acme/foldered@${commit}/data/`);
  expect(await sync(id)).toMatchObject({ objects_seen: 2, added: 2 });
  expect(await namesOf(id)).toEqual(["a.txt", "b/c.txt"]);
});

test("a sync that continues, and the copying, read the commit that the sync began with", async () => {
  const texts = Object.fromEntries(["a", "b", "c", "d"].map((name) => [`${name}.txt`, `first ${name}`]));
  const first = hub.commit("acme/moving", texts);
  const id = await givenSource("hf://datasets/acme/moving@main");
  bodyOf(await request("POST", `/v1/sources/${id}/sync`), 202);
  await db
    .updateTable("sources")
    .set({ progress: JSON.stringify({ after: `${first} 1`, upload: null }) })
    .where("id", "=", id)
    .execute();
  hub.commit("acme/moving", { "b.txt": "second b", "c.txt": null, "e.txt": "second e" });
  await syncSource(deps, { account_id, source_id: id }, undefined, 2);
  hub.commit("acme/moving", { "d.txt": null });
  await runJobs();

  expect(bodyOf(await request("GET", `/v1/sources/${id}`), 200)).toMatchObject({ objects_seen: 3, added: 3 });
  const [upload] = await uploadsOf(id);
  const contents = await Promise.all(
    (await filesOf(upload)).map(async ({ content_url }: { content_url: string }) => {
      const { pathname, search } = new URL(content_url);
      return String((await request("GET", pathname + search)).bytes);
    }),
  );
  expect(contents).toEqual(["first b", "first c", "first d"]);
  // The newest commit lacks c and d, and has other bytes of b.
  expect(await sync(id)).toMatchObject({ objects_seen: 3, added: 3, changed: 1 });
});

test("a private repository is read with a token, which is stored encrypted and goes to the Hub only", async () => {
  hub.commit("acme/private", { "a.parquet": shard });
  Object.assign(hub.repositories.get("acme/private") ?? {}, { readers: ["hf_reader_token"] });
  const id = await givenSource("hf://datasets/acme/private", { credentials: { token: "hf_reader_token" } });
  expect(bodyOf(await request("GET", `/v1/sources/${id}`), 200)).toMatchObject({ credentials_hint: "…oken" });
  expect(await sync(id)).toMatchObject({ status: "idle", added: 1 });
  expect((await uploadsOf(id))[0]).toMatchObject({ status: "ready", skipped: 0 });
  const row = JSON.stringify(await db.selectFrom("sources").selectAll().where("id", "=", id).execute());
  for (const form of ["hf_reader_token", Buffer.from("hf_reader_token").toString("hex")])
    expect(row).not.toContain(form);

  const changed = await request("PATCH", `/v1/sources/${id}`, { credentials: { token: "hf_expired" } });
  expect(changed).toMatchObject({ status: 200, body: { credentials_hint: "…ired" } });
  expect((await checksOf(id)).checks.at(-1)).toMatchObject({
    message: `${hub.origin} does not know the token, or it has expired: correct credentials.token`,
  });
});

const OTHER = { credentials: { token: "hf_stranger" } };
test.each([
  ["acme/missing", {}, "has no dataset repository acme/missing, or it is private: send credentials.token"],
  ["acme/closed", OTHER, "has no dataset repository acme/closed, or the token may not read it"],
  ["acme/gated", {}, "acme/gated is gated: send credentials.token of an account that has access"],
  ["acme/gated", OTHER, "acme/gated is gated: ask its owner for access with the account of the token"],
  ["acme/open@v9", {}, "acme/open has no revision v9: name a branch, a tag or a commit"],
  ["acme/open/no/such", {}, "acme/open has no folder no/such/ at main"],
  ["acme/open/docs", {}, "holds data that Assay reads"],
])("the check and the sync of %s %j say what is missing", async (place, more, message) => {
  hub.commit("acme/closed", { "a.txt": "a" });
  hub.commit("acme/gated", { "a.txt": "a" });
  hub.commit("acme/open", { "a.txt": "a", "docs/README.md": "# A card" });
  Object.assign(hub.repositories.get("acme/closed") ?? {}, { readers: ["hf_owner"] });
  Object.assign(hub.repositories.get("acme/gated") ?? {}, { readers: ["hf_owner"], gated: true });
  const id = await givenSource(`hf://datasets/${place}`, more);
  const { ok, checks } = await checksOf(id);
  expect(ok).toBe(false);
  expect(checks.at(-1)).toMatchObject({ operation: "list", message: expect.stringContaining(message) });
  if (place !== "acme/open/docs")
    expect(await sync(id)).toMatchObject({
      status: "failed",
      error: { message: expect.stringContaining(message) },
    });
});

test("where the Hub limits requests, the sync and the copying go on once it takes more", async () => {
  hub.commit("acme/busy", { "a.txt": "a", "b.txt": "b" });
  const id = await givenSource("hf://datasets/acme/busy");
  for (const call of ["/api/datasets/acme/busy/tree", "/datasets/acme/busy/resolve"])
    hub.faults.set(call, (response) => {
      hub.faults.delete(call);
      response.writeHead(429, { "retry-after": "1" }).end();
    });
  expect(await sync(id)).toMatchObject({ status: "syncing", error: null });
  const failedJobs = () =>
    sql`select id from graphile_worker.jobs where last_error is not null`
      .execute(db)
      .then(({ rows }) => rows);
  const outcomes = await failedJobs();
  await untilHolds(async () => {
    await runJobs();
    outcomes.push(...(await failedJobs()));
    expect((await uploadsOf(id))[0]?.status).toBe("ready");
  });
  expect(hub.faults.size).toBe(0);
  expect(outcomes).toEqual([]);
  expect(await namesOf(id)).toEqual(["a.txt", "b.txt"]);
});

test("neither the Hub nor where it leads may be a private address", async () => {
  hub.commit("acme/leading", { "a.txt": "a" });
  let reached = 0;
  const inner = createServer((_, response) => {
    reached += 1;
    response.end("secret");
  });
  await new Promise<void>((resolve) => inner.listen(0, "127.0.0.2", resolve));
  onTestFinished(() => void inner.close());
  const { port } = inner.address() as AddressInfo; // safe: it listens on TCP
  hub.faults.set("/datasets/acme/leading/resolve", (response) =>
    response.writeHead(302, { location: `http://127.0.0.2:${port}/` }).end(),
  );
  onTestFinished(() => hub.faults.clear());
  const careful = await startService({ outbound: createOutbound(["127.0.0.1/32"]) });
  const config = { url: "hf://datasets/acme/leading", endpoint: hub.origin };
  const { id } = bodyOf(await careful.request("POST", "/v1/sources", { kind: "huggingface", config }), 201);
  const { checks } = bodyOf(await careful.request("POST", `/v1/sources/${id}/check`), 200);
  expect(checks.at(-1)).toMatchObject({
    ...{ operation: "read", ok: false },
    message: `${hub.origin} cannot be reached: its name is unknown, it refuses connections, or its address is not allowed`,
  });
  expect(reached).toBe(0);
  const strict = await startService({ outbound: createOutbound([]) });
  expect(await strict.request("POST", "/v1/sources", { kind: "huggingface", config })).toMatchObject({
    ...{ status: 400, body: { message: "config.endpoint must begin with https://" } },
  });
});

test("an endpoint that is no Hub is named", async () => {
  const id = await givenSource("hf://datasets/acme/nonsense");
  const path = "/api/datasets/acme/nonsense";
  for (const [answer, message] of [
    ["<html>", "the answer of the Hub cannot be read: "],
    ["{}", "names no commit: it is not a Hub"],
    [`"${"x".repeat(17 * 1024 * 1024)}"`, "the answer of the Hub is too large"],
  ] as const) {
    hub.faults.set(path, (response) => void response.end(answer));
    expect((await checksOf(id)).checks.at(-1)).toMatchObject({ message: expect.stringContaining(message) });
  }
  hub.faults.clear();
});

test("images of a public repository are files by reference, whose links lead to the Hub at the commit", async () => {
  const commit = hub.commit("acme/pictures", { "a.jpg": photo, "b.parquet": shard });
  const id = await givenSource("hf://datasets/acme/pictures", { mode: "reference" });
  expect(await sync(id)).toMatchObject({ status: "idle", added: 1, skipped: 1 });
  const [upload] = await uploadsOf(id);
  expect(upload).toMatchObject({ status: "ready", file_count: 1 });
  const [file] = await filesOf(upload);
  expect(bodyOf(await request("GET", `/v1/files/${file.id}`), 200)).toMatchObject({
    width: 48,
    height: 32,
    sha256: null,
  });
  const { pathname, search } = new URL(file.content_url);
  const redirect = await request("GET", pathname + search);
  expect(redirect).toMatchObject({
    status: 307,
    headers: { location: `${hub.origin}/datasets/acme/pictures/resolve/${commit}/a.jpg` },
  });
  expect(Buffer.from(await (await fetch(String(redirect.headers.location))).arrayBuffer())).toEqual(photo);

  hub.commit("acme/pictures", { "a.jpg": "other bytes" });
  expect((await request("GET", `${pathname}${search}&redirect=false`)).bytes).toEqual(photo);
  hub.repositories.delete("acme/pictures");
  expect(await request("GET", pathname + search)).toMatchObject({
    ...{
      status: 409,
      body: { error: "invalid_state", message: expect.stringContaining("has no dataset repository") },
    },
  });
});

test.each([
  [{ url: "hf://acme/models" }, {}, "config.url must be hf://datasets/OWNER/NAME"],
  [{ url: "hf://datasets/acme" }, {}, "config.url must be hf://datasets/OWNER/NAME"],
  [{ url: "hf://datasets/../x/y" }, {}, "config.url must be hf://datasets/OWNER/NAME"],
  [{ url: "hf://datasets/a/b@main/../c" }, {}, "config.url must be hf://datasets/OWNER/NAME"],
  [{ url: "https://huggingface.co/datasets/a/b" }, {}, "config.url must be hf://datasets/OWNER/NAME"],
  [{}, {}, "config.url is required for the kind huggingface"],
  [{ url: "hf://datasets/a/b", bucket: "abc" }, {}, "config.bucket must be absent for the kind huggingface"],
  [
    { url: "hf://datasets/a/b", endpoint: "https://hub.test/x" },
    {},
    "config.endpoint must be an origin: no path, no query",
  ],
  [
    { url: "hf://datasets/a/b" },
    { mode: "reference", credentials: { token: "hf_token" } },
    "credentials must be absent by reference, because browsers have none: take copies of a private repository",
  ],
  [
    { url: "hf://datasets/a/b" },
    { credentials: { access_key_id: "a", secret_access_key: "b" } },
    "credentials.access_key_id must be absent for the kind huggingface",
  ],
  [
    { url: "hf://datasets/a/b" },
    { credentials: {} },
    "credentials.token is required in credentials of the kind huggingface",
  ],
])("%j with %j is refused", async (config, more, message) => {
  expect(await request("POST", "/v1/sources", { kind: "huggingface", config, ...more })).toMatchObject({
    ...{ status: 400, body: { error: "invalid_request", message: expect.stringContaining(message) } },
  });
});

test("a bucket needs both parts of its key", async () => {
  const body = { kind: "s3", config: { bucket: "abc" } };
  expect(
    await request("POST", "/v1/sources", { ...body, credentials: { access_key_id: "a" } }),
  ).toMatchObject({
    status: 400,
    body: {
      message: "credentials.access_key_id and credentials.secret_access_key are required for the kind s3",
    },
  });
  const credentials = { access_key_id: "a", secret_access_key: "b", token: "hf_token" };
  expect(await request("POST", "/v1/sources", { ...body, credentials })).toMatchObject({
    ...{ status: 400, body: { message: "credentials.token must be absent for the kind s3" } },
  });
});

test.each([
  ["hf://datasets/a/b", { repository: "a/b", revision: "main", prefix: "" }],
  ["hf://datasets/a/b@v1.0/", { repository: "a/b", revision: "v1.0", prefix: "" }],
  ["hf://datasets/a/b/c/d", { repository: "a/b", revision: "main", prefix: "c/d/" }],
  [
    "hf://datasets/a/b@refs/convert/parquet/default",
    { repository: "a/b", revision: "refs/convert/parquet", prefix: "default/" },
  ],
  ["hf://datasets/a/b@feature%2Fx/c", { repository: "a/b", revision: "feature/x", prefix: "c/" }],
])("%s names a place in the Hub", (url, place) => {
  expect(parseHubUrl(url)).toEqual(place);
});
