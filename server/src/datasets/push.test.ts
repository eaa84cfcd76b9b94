import { hash } from "node:crypto";
import { afterAll, expect, test } from "vitest";
import { readParquet } from "../../../domain/test/read-parquet.ts";
import { annotateAll, auditToVerdict, bodyOf, givenLines, givenProject } from "../../test/given.ts";
import { startHub } from "../../test/hub.ts";
import { textsOf } from "../../test/red-team.ts";
import { startService } from "../../test/service.ts";
import { untilHolds } from "../../test/until.ts";

// The Hub is simulated: `server/test/hub.ts` answers as it documents.
const hub = await startHub();
afterAll(hub.stop);
const service = await startService();
const { request, runJobs, db } = service;
const token = "hf_writer_token";

function givenRepository(name: string): void {
  hub.commit(name, { ".gitattributes": "*.parquet filter=lfs", "README.md": "# Empty", "data/own.csv": "a" });
  Object.assign(hub.repositories.get(name) ?? {}, { writers: [token] });
}

const commitsOf = (name: string) => hub.repositories.get(name)?.commits ?? [];
const filesOf = (name: string) => commitsOf(name).at(-1)?.files ?? new Map<string, Buffer>();

const { id: project_id } = await givenProject(service, {
  quality_level: "none",
  quality_policy: { overlap: 1 },
});

async function givenBatch(name: string, count: number): Promise<void> {
  const lines = textsOf(name, count).map((text) => ({ text, group: text }));
  const upload_ids = [await givenLines(service, service, lines)];
  const { id } = bodyOf(await request("POST", "/v1/batches", { project_id, upload_ids }), 201);
  await annotateAll(service, id, ["ann"]);
  await runJobs();
}

await givenBatch("pushed", 30);
const query = { project_id, statuses: ["completed", "certified"] };
const dataset = bodyOf(
  await request("POST", "/v1/datasets", {
    name: "pushed",
    query,
    splits: { seed: "pushed", train: 2, validation: 1, test: 1 },
  }),
  201,
);

async function givenVersion(): Promise<string> {
  const { version } = bodyOf(await request("POST", `/v1/datasets/${dataset.id}/versions`), 202);
  await runJobs();
  return `/v1/datasets/${dataset.id}/versions/${version}`;
}

const first = await givenVersion();

async function push(version: string, name: string, more = {}) {
  const sent = { url: `hf://datasets/${name}`, token, endpoint: hub.origin, ...more };
  const response = await request("POST", `${version}/push`, sent);
  expect(response).toMatchObject({ status: 202, headers: { location: version } });
  expect(response.body.push).toMatchObject({ status: "pushing", commit: null, url: sent.url });
  await runJobs();
  return bodyOf(await request("GET", version), 200).push;
}

test("a push makes one commit with data by split, card, certificates and Croissant; another push of it none", async () => {
  givenRepository("acme/signs");
  const pushed = await push(first, "acme/signs");

  const files = filesOf("acme/signs");
  const id = commitsOf("acme/signs").at(-1)?.id;
  expect(pushed).toMatchObject({ status: "pushed", error: null, commit: id, files: files.size - 2 });
  expect(pushed.files_sent).toBe(pushed.files);
  expect([...files.keys()].sort()).toEqual([
    ...[".gitattributes", "README.md", "about.json", "certificates.json", "croissant.json", "data/own.csv"],
    ...["data/test-00000.parquet", "data/train-00000.parquet", "data/validation-00000.parquet"],
    ...["dataset.jsonl", "loss.json", "manifest.sha256"],
  ]);
  const counts = bodyOf(await request("GET", first), 200).counts;
  for (const split of ["train", "validation", "test"] as const) {
    const { rows } = await readParquet(files.get(`data/${split}-00000.parquet`) ?? new Uint8Array());
    expect([split, rows.length]).toEqual([split, counts[split]]);
  }
  expect(String(files.get("README.md"))).toContain(
    '- config_name: default\n  data_files:\n  - split: train\n    path: "data/train-*.parquet"\n  - split: validation\n',
  );
  const croissant = JSON.parse(String(files.get("croissant.json")));
  const [{ sha256 }] = croissant.distribution;
  expect(sha256).toBe(hash("sha256", files.get("dataset.jsonl") ?? ""));
  expect(croissant.description).toContain("The labels are not certified.");

  expect(await push(first, "acme/signs")).toMatchObject({ status: "pushed", commit: id });
  expect(commitsOf("acme/signs")).toHaveLength(2);
  // Large files come in parts, and those that the Hub has are not sent again.
  expect(Math.max(...[...hub.objects.values()].map(({ length }) => length))).toBeGreaterThan(4_000);
});

test("a push of the next version removes the files that only the one before had, and no others", async () => {
  givenRepository("acme/next");
  const manifest = `# note\n${"0".repeat(64)}  data/train-00001.parquet\n${"0".repeat(64)}  gone.txt\n`;
  hub.commit("acme/next", { "data/train-00001.parquet": "former", "manifest.sha256": manifest });
  await push(first, "acme/next");
  expect([...filesOf("acme/next").keys()]).not.toContain("data/train-00001.parquet");
  expect([...filesOf("acme/next").keys()]).toContain("data/own.csv");

  await givenBatch("more", 5);
  const before = filesOf("acme/next").get("data/train-00000.parquet");
  expect(await push(await givenVersion(), "acme/next")).toMatchObject({ status: "pushed" });
  expect(filesOf("acme/next").get("data/train-00000.parquet")).not.toEqual(before);
  expect(commitsOf("acme/next")).toHaveLength(4);
});

test("of a version that is certified as a whole, the bundle of its certificate is pushed", async () => {
  const { id: own } = await givenProject(service, { quality_level: "none", quality_policy: { overlap: 1 } });
  const lines = textsOf("certified", 20).map((text) => ({ text }));
  const upload_ids = [await givenLines(service, service, lines)];
  const { id } = bodyOf(await request("POST", "/v1/batches", { project_id: own, upload_ids }), 201);
  await annotateAll(service, id, ["ann"]);
  await runJobs();
  const sent = { name: "certified", query: { ...query, project_id: own } };
  const certified = bodyOf(await request("POST", "/v1/datasets", sent), 201);
  bodyOf(await request("POST", `/v1/datasets/${certified.id}/versions`), 202);
  await runJobs();
  const version = `/v1/datasets/${certified.id}/versions/1`;
  const batch = bodyOf(await request("POST", `${version}/certification`, { quality_level: "basic" }), 201);
  await runJobs();
  await auditToVerdict(service, batch.id, "eve");
  await runJobs();
  givenRepository("acme/certified");

  expect(await push(version, "acme/certified")).toMatchObject({ status: "pushed" });
  const files = filesOf("acme/certified");
  expect([...files.keys()]).toEqual(
    expect.arrayContaining(["certificate.dsse.json", "croissant.json", "DATASHEET.md", "assay-keys.json"]),
  );
  expect(JSON.parse(String(files.get("croissant.json"))).citeAs).toContain("certificate");
});

test("a push that cannot be made says why, and makes no commit", async () => {
  givenRepository("acme/refusing");
  const refused = [
    ["acme/missing", {}, "has no dataset repository acme/missing, or the token may not read it"],
    [
      "acme/refusing",
      { token: "hf_reader_only" },
      "the token lacks a permission on acme/refusing: You need write access to push",
    ],
    ["acme/refusing@v2", {}, "acme/refusing has no revision v2: name a branch, a tag or a commit"],
    ["acme/refusing", { endpoint: "http://127.0.0.1:9" }, "http://127.0.0.1:9 cannot be reached"],
  ] as const;
  for (const [name, more, message] of refused) {
    const { status, error, ended_at } = await push(first, name, more);
    expect([status, error]).toEqual(["failed", expect.stringContaining(message)]);
    expect(ended_at).not.toBeNull();
  }
  hub.faults.set("/api/datasets/acme/refusing/commit", (response) => {
    hub.faults.clear();
    response
      .writeHead(412, { "content-type": "application/json" })
      .end('{"error": "A commit has happened since."}');
  });
  expect((await push(first, "acme/refusing")).error).toContain(
    "refuses the request (412: A commit has happened since.)",
  );
  expect(commitsOf("acme/refusing")).toHaveLength(1);
  expect(await push(first, "acme/refusing")).toMatchObject({ status: "pushed", error: null });
});

test("a push creates the repository if it is asked to, and the card states the license", async () => {
  const more = { license: "cc-by-4.0", create: "private" };
  expect(await push(first, "acme/created", { ...more, token: "hf_reader_only" })).toMatchObject({
    status: "failed",
    error: expect.stringContaining("the token lacks a permission on acme/created: You don't have the rights"),
  });
  expect(hub.repositories.has("acme/created")).toBe(false);

  expect(await push(first, "acme/created", more)).toMatchObject({ status: "pushed", error: null });
  expect(hub.repositories.get("acme/created")).toMatchObject({ readers: [token], writers: [token] });
  const files = filesOf("acme/created");
  const card = String(files.get("README.md"));
  expect(card).toContain('\nlicense: "cc-by-4.0"\n');
  expect(card).toContain("\ndataset_info:\n  features:\n  - name: id\n    dtype: string\n");
  expect(String(files.get("manifest.sha256"))).toContain(`${hash("sha256", card)}  README.md\n`);

  expect(await push(first, "acme/created", { create: "public" })).toMatchObject({ status: "pushed" });
  expect(String(filesOf("acme/created").get("README.md"))).not.toContain("license");
  expect(commitsOf("acme/created")).toHaveLength(3);
});

test("a push goes on once the Hub takes more requests, and nothing stores its token in clear", async () => {
  givenRepository("acme/limited");
  hub.faults.set("/api/datasets/acme/limited/preupload", (response) => {
    hub.faults.clear();
    response.writeHead(429, { "retry-after": "1" }).end();
  });
  expect(await push(first, "acme/limited")).toMatchObject({ status: "pushing" });
  const { rows } = await db
    .selectFrom("dataset_versions")
    .selectAll()
    .execute()
    .then((rows) => ({ rows }));
  const jobs = await request("GET", "/v1/audit-log");
  for (const text of [JSON.stringify(rows), String(jobs.bytes)]) expect(text).not.toContain(token);
  const again = { url: "hf://datasets/acme/limited", token, endpoint: hub.origin };
  expect(await request("POST", `${first}/push`, again)).toMatchObject({
    status: 409,
    body: { error: "invalid_state", message: "version 1 is being pushed; wait until that has ended" },
  });
  await untilHolds(async () => {
    await runJobs();
    expect(bodyOf(await request("GET", first), 200).push).toMatchObject({ status: "pushed" });
  });
  expect(commitsOf("acme/limited")).toHaveLength(2);
});

test.each([
  [{ url: "https://huggingface.co/datasets/acme/signs" }, "url must be hf://datasets/OWNER/NAME"],
  [{ url: "hf://datasets/acme/signs/data" }, "url must be hf://datasets/OWNER/NAME"],
  [{ endpoint: "ftp://hub.test" }, "endpoint must be an absolute https URL"],
  [{ token: "short" }, "token"],
  [{ license: "CC BY" }, "license"],
  [
    { url: "hf://datasets/acme/signs@next", create: "public" },
    "create must be absent for another branch than main",
  ],
])("a push with %j is refused", async (wrong, message) => {
  const sent = { url: "hf://datasets/acme/signs", token, ...wrong };
  expect(await request("POST", `${first}/push`, sent)).toMatchObject({
    status: 400,
    body: { message: expect.stringContaining(message) },
  });
});

test("a token with the end of the line that it was read from is refused", async () => {
  const body = { url: "hf://datasets/acme/signs", token: "hf_token_of_acme\n" };

  expect(await request("POST", "/v1/datasets/ds_none/versions/1/push", body)).toMatchObject({
    status: 400,
    body: { message: "token must be letters, digits and signs of ASCII, without spaces and line ends" },
  });
});

test("only a version that is ready can be pushed", async () => {
  const sent = { url: "hf://datasets/acme/signs", token };
  expect((await request("POST", `/v1/datasets/${dataset.id}/versions/99/push`, sent)).status).toBe(404);
  const { version } = bodyOf(await request("POST", `/v1/datasets/${dataset.id}/versions`), 202);
  const path = `/v1/datasets/${dataset.id}/versions/${version}/push`;
  expect(await request("POST", path, sent)).toMatchObject({ status: 409, body: { error: "invalid_state" } });
  await runJobs();
  await db.updateTable("dataset_versions").set({ status: "erased" }).where("version", "=", version).execute();
  expect(await request("POST", path, sent)).toMatchObject({ status: 410, body: { error: "gone" } });
});
