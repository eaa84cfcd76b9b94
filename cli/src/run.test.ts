import { spawnSync } from "node:child_process";
import { createHash } from "node:crypto";
import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { createServer } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { startService } from "@assay/server/test/service.ts";
import { afterAll, expect, inject, test } from "vitest";
import { run } from "./run.ts";

const service = await startService();
await service.app.listen({ port: 0, host: "127.0.0.1" });
const folder = await mkdtemp(join(tmpdir(), "assay-cli-"));
afterAll(() => rm(folder, { recursive: true }));

const databaseUrl = service.deps.config.databaseUrl;
const env = {
  DATABASE_URL: databaseUrl,
  DATABASE_DIRECT_URL: service.deps.config.databaseDirectUrl,
  ASSAY_BASE_URL: service.app.listeningOrigin,
  ASSAY_API_KEY: service.key,
};

/** Runs a command line; returns its exit code, result and notes. */
async function assay(line: string, environment: Record<string, string | undefined> = env) {
  const out: string[] = [];
  const notes: string[] = [];
  const code = await run(line.split(" "), {
    env: environment,
    print: (text) => out.push(text),
    note: (text) => notes.push(text),
  });
  return { code, out: out.join("\n"), notes: notes.join("\n") };
}

test("an account is created with a working key, is listed, and gets another plan", async () => {
  const made = await assay("account create --email owner@globex.test --plan growth");

  expect(made.code).toBe(0);
  const { body } = await service.requestWith(made.out)("GET", "/v1/account");
  expect(body).toMatchObject({
    name: "globex.test",
    owner_email: "owner@globex.test",
    plan: "growth",
    rate_limit_per_minute: 300,
  });
  expect(made.notes).toContain(body.id);

  expect(JSON.parse((await assay("account list --json")).out)).toContainEqual(
    expect.objectContaining({ id: body.id, plan: "growth", rate: 300 }),
  );
  const { out } = await assay("account list");
  expect(out.split("\n")[0]).toMatch(/^id +plan +rate +email +name$/);
  expect(out).toMatch(new RegExp(`^${body.id} +growth +300 +owner@globex.test +globex.test$`, "m"));

  expect((await assay(`account set-plan ${body.id} --plan enterprise --rate 1200`)).out).toContain(
    "1200 requests a minute",
  );
  expect((await assay(`account set-plan ${body.id} --plan starter`)).out).toContain("60 requests a minute");
});

test("an account is deleted with its key, and the command says what it removed", async () => {
  const { accountId, request } = await service.givenAccount();
  await request("POST", "/v1/projects", { annotation_type: "text_classification" });

  const { code, out } = await assay(`account delete ${accountId}`, {
    ...env,
    ASSAY_DATA_DIR: service.deps.config.dataDir,
  });

  expect([code, out.split("\n")[0]]).toEqual([0, `deleted ${accountId}`]);
  expect(out).toMatch(/^projects +1$/m);
  expect((await request("GET", "/v1/account")).status).toBe(401);
  expect((await assay(`account delete ${accountId}`)).notes).toContain(`there is no account ${accountId}`);
});

test("the account in which the identity provider gives roles is not deleted", async () => {
  const [oldest] = (await assay("account list")).out.split("\n").slice(1);

  const refused = await assay(`account delete ${oldest?.split(" ")[0]}`, {
    ...env,
    ASSAY_OIDC_ISSUER: "https://login.acme.test",
    ASSAY_OIDC_CLIENT_ID: "assay",
    ASSAY_OIDC_CLIENT_SECRET: "secret",
    ASSAY_OIDC_ROLE_CLAIM: "groups",
  });

  expect(refused.code).toBe(1);
  expect(refused.notes).toContain("unset ASSAY_OIDC_ROLE_CLAIM");
});

test.each([
  ["account delete acct_x", 1, "there is no account acct_x"],
  ["account set-plan acct_x --plan growth", 1, "there is no account acct_x"],
  ["account set-plan acct_x --plan growth --rate 5", 1, "only the plan enterprise takes a rate"],
  ["account set-plan acct_x --plan enterprise --rate 1.5", 1, "the rate must be from 1 to 1000000"],
  ["account set-plan acct_x", 2, "--plan is missing"],
  ["account set-plan --plan growth", 2, "ACCOUNT is missing"],
  ["account create --plan gold --email x@y.test", 2, "--plan must be one of starter, growth, enterprise"],
  ["account create", 2, "--email is missing"],
  ["account create x --email x@y.test", 2, "unexpected argument: x"],
  ["account create --mail x", 2, "unknown option --mail\n"],
  ["account create --email", 2, "--email needs a value\n"],
  ["download batch_x -o", 2, "-o, --output needs a value\n"],
  ["download batch_x --bundle=no", 2, "--bundle takes no value\n"],
  ["upload /no/such/a.jpg", 1, "the file /no/such/a.jpg does not exist"],
  ["upload .", 1, ". is not a file"],
  ["key revoke key_x", 1, "there is no API key key_x"],
  ["key create --account acct_x", 1, "there is no account acct_x"],
  ["key create --account acct_x --scopes everything", 1, "there is no scope everything"],
  ["key", 2, "unknown command key"],
  ["nonsense", 2, "See: assay --help"],
  ["batch show", 2, "See: assay batch show --help"],
  ["batch show batch_x", 1, "(request req_"],
])("assay %s fails with %i and says %s", async (line, code, words) => {
  const failed = await assay(line);

  expect([failed.code, failed.out]).toEqual([code, ""]);
  expect(failed.notes).toContain(words);
});

test("a key is created for an account, listed and revoked", async () => {
  const { accountId } = await service.givenAccount();
  const made = await assay(`key create --account ${accountId} --name ci --scopes keys:read,projects:read`);
  const request = service.requestWith(made.out);

  const { body } = await request("GET", "/v1/api-keys");
  const { id } = body.data.find(({ name }: { name: string }) => name === "ci");
  expect((await assay(`key list --account ${accountId}`)).out).toMatch(
    new RegExp(`^${id} +assay_live_\\w{3}…\\w{4} .* 2 +ci$`, "m"),
  );

  expect((await assay(`key revoke ${id}`)).out).toBe(`revoked ${id} (ci)`);
  service.advance(1_000);
  expect((await request("GET", "/v1/api-keys")).status).toBe(401);
  expect((await assay(`key list --account ${accountId}`)).out).toContain(id);
  expect((await assay(`key revoke ${id}`)).code).toBe(1);
});

test("with several accounts, `--account` is required", async () => {
  await service.givenAccount();

  expect(await assay("key list")).toMatchObject({
    code: 2,
    notes: expect.stringMatching(/^--account is missing: there are \d+ accounts/),
  });
});

test("a missing database, or one without tables, has a message that says what to do", async () => {
  const start = expect.stringContaining("start Assay");
  const { port, password, username } = new URL(inject("testServer").connectionString);

  expect(await assay("account list", { DATABASE_URL: "postgres://x@127.0.0.1:1/x" })).toMatchObject({
    code: 1,
    notes: start,
  });
  expect(await assay("account list", { ASSAY_DATA_DIR: folder })).toMatchObject({ code: 1, notes: start });
  if (username !== "assay") return; // a developer's own server has another user
  await writeFile(join(folder, "postgres.json"), JSON.stringify({ port: Number(port), password }));
  const empty = await assay("account list", { ASSAY_DATA_DIR: folder });
  expect(empty.notes).toBe("the embedded database has no tables yet: start Assay first (npm start)");
});

test("upload --on-error skip leaves out bad lines and says how many", async () => {
  const file = join(folder, "mixed.jsonl");
  await writeFile(file, '{"text":"fine"}\nnonsense\n');

  const refused = await assay(`upload ${file}`);
  const upload = await assay(`upload --on-error skip ${file}`);

  expect(refused.notes).toContain("line 2: the line is not valid JSON");
  expect(upload.notes).toContain(`1 left out; GET /v1/uploads/${upload.out}/skipped says why`);
  expect((await assay(`upload --on-error ignore ${file}`)).notes).toContain(
    "--on-error must be fail or skip (got ignore)",
  );
});

test("files become an upload, the upload becomes a batch, and the batch is shown", async () => {
  await writeFile(join(folder, "a.txt"), "fine");
  await writeFile(join(folder, "b.txt"), "poor");
  const project = await service.request("POST", "/v1/projects", {
    annotation_type: "text_classification",
    labels: [{ name: "good" }, { name: "bad" }],
  });

  const upload = await assay(`upload ${join(folder, "a.txt")} ${join(folder, "b.txt")}`);
  const batch = await assay(`batch create --project ${project.body.id} --upload ${upload.out} --name first`);
  const shown = await assay(`batch show ${batch.out}`);

  expect(upload.notes).toBe("2 files, 8 bytes, ready");
  expect(JSON.parse(shown.out)).toMatchObject({
    id: batch.out,
    name: "first",
    file_count: 2,
    status: "created",
  });
  expect((await assay(`download ${batch.out}`)).notes).toContain("can be downloaded once it is certified");
});

test("a dataset is saved once it is built, under the name from the service", async () => {
  const asked: (string | undefined)[] = [];
  const server = createServer(({ url }, response) => {
    asked.push(url);
    if (asked.length === 1) return response.writeHead(202, { "retry-after": "0" }).end("{}");
    const dataset = '{"images":[]}';
    const digest = createHash("sha256").update(dataset).digest("base64");
    const part = asked.length === 2 ? dataset.slice(0, 1) : dataset;
    return response
      .writeHead(206, {
        "content-disposition": 'attachment; filename="../batch.coco.json"',
        "content-range": `bytes 0-${part.length - 1}/${dataset.length}`,
        "repr-digest": `sha-256=:${digest}:`,
      })
      .end(part);
  }).listen(0, "127.0.0.1");
  await new Promise((resolve) => server.once("listening", resolve));
  const address = server.address();
  const port = typeof address === "object" ? address?.port : 0;
  const here = process.cwd();
  process.chdir(folder);

  const { code, out } = await assay("download batch_x --format coco --bundle", {
    ASSAY_API_KEY: "k",
    ASSAY_BASE_URL: `http://127.0.0.1:${port}`,
  }).finally(() => process.chdir(here));

  server.close();
  expect([code, out]).toEqual([0, "batch.coco.json"]);
  expect(asked[2]).toBe("/v1/batches/batch_x/download?format=coco&bundle=true");
  expect(await readFile(join(folder, "batch.coco.json"), "utf8")).toBe('{"images":[]}');
});

test.each(["--help", "account create --help", "key list -h", "download -h"])(
  "assay %s tells commands, options, environment and examples",
  async (line) => {
    const { code, out } = await assay(line);

    expect(code).toBe(0);
    for (const part of [
      /^Usage: assay /,
      /^(Commands|Options):$/m,
      /^Environment:$/m,
      /^Examples:\n {2}assay /m,
    ])
      expect(out).toMatch(part);
  },
);

test("without a key no request is sent, and an unreachable service has a message", async () => {
  expect((await assay("batch show x", {})).notes).toContain("ASSAY_API_KEY is not set");
  const failed = await assay("batch show x", { ASSAY_API_KEY: "k", ASSAY_BASE_URL: "http://127.0.0.1:2" });
  expect([failed.code, failed.notes]).toEqual([
    1,
    "no service answers at http://127.0.0.1:2: start it, or set ASSAY_BASE_URL to its address",
  ]);
});

test("the program runs, and exits with the command's exit code", () => {
  const main = fileURLToPath(new URL("main.ts", import.meta.url));

  const { status, stdout } = spawnSync(process.execPath, [main, "--version"], { encoding: "utf8" });
  const failed = spawnSync(process.execPath, [main, "nonsense"], { encoding: "utf8" });

  expect([status, stdout]).toEqual([0, "0.1.0\n"]);
  expect([failed.status, failed.stdout]).toEqual([2, ""]);
});
