import { mkdir, mkdtemp, realpath, rename, rm, symlink, utimes, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, test } from "vitest";
import { bodyOf } from "../../test/given.ts";
import { startService } from "../../test/service.ts";
import { openFolder } from "./folder.ts";
import { getSource } from "./store.ts";
import { syncSource } from "./sync.ts";

const base = await realpath(await mkdtemp(join(tmpdir(), "assay-folders-")));
afterAll(() => rm(base, { recursive: true }));
const root = join(base, "allowed");
await mkdir(root);
await writeFile(join(base, "secret.txt"), "secret");

const off = await startService();
const service = await startService({ config: { ...off.deps.config, sourceFolders: [root] } });
const { accountId: account_id, db, deps, request, runJobs } = service;

async function givenFolder(name: string, files: Readonly<Record<string, string>>): Promise<string> {
  const path = join(root, name);
  for (const [file, text] of Object.entries(files)) {
    await mkdir(join(path, file, ".."), { recursive: true });
    await writeFile(join(path, file), text);
  }
  return path;
}

const create = (path: string, more = {}) =>
  request("POST", "/v1/sources", { kind: "folder", config: { path }, ...more });

async function sync(id: string) {
  bodyOf(await request("POST", `/v1/sources/${id}/sync`), 202);
  await runJobs();
  return bodyOf(await request("GET", `/v1/sources/${id}`), 200);
}

async function namesOf(id: string): Promise<string[]> {
  const { data } = bodyOf(await request("GET", `/v1/uploads?source_id=${id}&sort=created_at`), 200);
  return data.flatMap(({ files }: { files: { filename: string }[] }) =>
    files.map(({ filename }) => filename),
  );
}

test("a sync takes the files of a folder and its folders, and another one only what is new or changed", async () => {
  const path = await givenFolder("texts", { "b.txt": "b", "a/c.txt": "c", "a.txt": "a", "empty.txt": "" });
  const { id, name, config } = bodyOf(await create(path), 201);
  expect({ name, config }).toEqual({ name: path, config: { path } });
  expect(bodyOf(await request("POST", `/v1/sources/${id}/check`), 200)).toMatchObject({ ok: true });

  expect(await sync(id)).toMatchObject({ status: "idle", objects_seen: 4, added: 3, skipped: 1 });
  expect(await namesOf(id)).toEqual(["a.txt", "a/c.txt", "b.txt"]);
  expect(await sync(id)).toMatchObject({ objects_seen: 4, added: 0 });

  await writeFile(join(path, "b.txt"), "b again");
  await writeFile(join(path, "d.txt"), "d");
  expect(await sync(id)).toMatchObject({ added: 2, changed: 1 });
});

test("pages have all files in the order of their paths, from wherever a run continues", async () => {
  const names = ["a-b.txt", "a.txt", "a/1.txt", "a/b/2.txt", "a/c.txt", "a0.txt", "ä.txt", "z/9.txt"];
  const path = await givenFolder("paged", Object.fromEntries(names.map((name) => [name, name])));
  const { id } = bodyOf(await create(path), 201);
  const source = await getSource(db, account_id, id);

  for (const limit of [1, 3, 100]) {
    const found: string[] = [];
    for (let after: string | undefined = ""; after !== undefined; ) {
      const store = await openFolder([root], source); // as another run does
      const page = await store.list(after, limit);
      found.push(...page.objects.map(({ key }) => key));
      after = page.after;
    }
    expect(found).toEqual([
      "a-b.txt",
      "a.txt",
      "a/1.txt",
      "a/b/2.txt",
      "a/c.txt",
      "a0.txt",
      "z/9.txt",
      "ä.txt",
    ]);
  }
});

test("no link leads out: neither to a file, nor by a folder, nor by one that takes the place of another", async () => {
  const path = await givenFolder("linked", { "in.txt": "in", "sub/secret.txt": "benign" });
  // The same size and time, so that only its place tells that it is another file.
  for (const file of [join(base, "secret.txt"), join(path, "sub/secret.txt")]) await utimes(file, 1, 1);
  await symlink(join(base, "secret.txt"), join(path, "link.txt"));
  await symlink(base, join(path, "out"));
  const { id } = bodyOf(await create(path), 201);
  bodyOf(await request("POST", `/v1/sources/${id}/sync`), 202);
  await syncSource(deps, { account_id, source_id: id });
  await rename(join(path, "sub"), join(path, "moved"));
  await symlink(base, join(path, "sub"));
  await runJobs();

  expect(bodyOf(await request("GET", `/v1/sources/${id}`), 200)).toMatchObject({ added: 2, skipped: 2 });
  expect(await namesOf(id)).toEqual(["in.txt"]);
  await symlink(base, join(root, "root-link"));
  const outside = bodyOf(await create(join(root, "root-link")), 201);
  expect(await sync(outside.id)).toMatchObject({
    status: "failed",
    error: { message: "config.path leads out of the folders that the operator allows" },
  });
});

test("a folder that is missing is named", async () => {
  const { id } = bodyOf(await create(join(root, "missing")), 201);
  expect(await sync(id)).toMatchObject({
    status: "failed",
    error: { message: `the folder ${join(root, "missing")} cannot be read: there is no such folder` },
  });
});

const NOT_BELOW = "config.path must be below a folder that the operator allows with ASSAY_SOURCE_FOLDERS";
test.each([
  [`${root}/../secret`, NOT_BELOW],
  [`${root}-other`, NOT_BELOW],
  ["texts", NOT_BELOW],
  ["/etc", NOT_BELOW],
])("the path %s is refused", async (path, message) => {
  expect(await create(path)).toMatchObject({ status: 400, body: { error: "invalid_request", message } });
});

test("folders are off unless the operator allows some", async () => {
  const body = { kind: "folder", config: { path: root } };
  expect(await off.request("POST", "/v1/sources", body)).toMatchObject({
    status: 400,
    body: { message: expect.stringContaining("an operator allows folders with ASSAY_SOURCE_FOLDERS") },
  });
});

test.each([
  [{ kind: "folder", config: {} }, "config.path is required for the kind folder"],
  [
    { kind: "folder", config: { path: root, bucket: "abc" } },
    "config.bucket must be absent for the kind folder",
  ],
  [{ kind: "folder", config: { path: root }, mode: "reference" }, "mode must be copy for the kind folder"],
  [{ kind: "s3", config: { bucket: "abc" } }, "credentials are required for the kind s3"],
  [
    { kind: "folder", config: { path: root }, credentials: { access_key_id: "a", secret_access_key: "b" } },
    "credentials must be absent for the kind folder",
  ],
  [
    { kind: "http_manifest", config: { url: "ftp://acme.test/" } },
    "config.url must be an absolute https URL",
  ],
])("%j is refused", async (body, message) => {
  expect(await request("POST", "/v1/sources", body)).toMatchObject({ status: 400, body: { message } });
});
