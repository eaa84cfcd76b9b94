import { mkdir, mkdtemp, readFile, rm, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { appendToLog } from "@assay/server/src/log/append.ts";
import { givenCertified } from "@assay/server/test/given-dataset.ts";
import { startService } from "@assay/server/test/service.ts";
import { unzip } from "@assay/server/test/unzip.ts";
import { afterAll, expect, test } from "vitest";
import { run } from "./run.ts";

const service = await startService();
await service.app.listen({ port: 0, host: "127.0.0.1" });
const keys = `${service.app.listeningOrigin}/.well-known/assay-keys.json`;
const folder = await mkdtemp(join(tmpdir(), "assay-verify-"));
afterAll(() => rm(folder, { recursive: true }));
const batch = await givenCertified(service, { texts: 6 });

/** The bundle of the batch, unpacked into a new folder. */
async function unpacked(name: string, { id } = batch): Promise<string> {
  const { bytes } = await service.request("GET", `/v1/batches/${id}/download?format=csv&bundle=true`);
  for (const [path, content] of await unzip(bytes)) {
    const file = join(folder, name, path);
    await mkdir(dirname(file), { recursive: true });
    await writeFile(file, content);
  }
  return join(folder, name);
}

async function assay(...args: readonly string[]) {
  const out: string[] = [];
  const notes: string[] = [];
  const code = await run(args, {
    env: {
      DATABASE_URL: service.deps.config.databaseUrl,
      DATABASE_DIRECT_URL: service.deps.config.databaseDirectUrl,
      ASSAY_MASTER_KEY: Buffer.alloc(32, 7).toString("base64"),
    },
    print: (text) => out.push(text),
    note: (text) => notes.push(text),
  });
  return { code, out: out.join("\n"), notes: notes.join("\n") };
}

test("an unpacked bundle verifies with the published keys, and prints what was certified", async () => {
  const given = await assay("verify", await unpacked("right"), "--keys", keys);

  expect(given).toMatchObject({ code: 0, notes: "" });
  expect(given.out).toMatch(/^ok: 11 files are as they were certified$/m);
  expect(given.out).toMatch(
    new RegExp(`^certificate cert_\\w+ of ${batch.id}, revision 1, .*: standard, score 83$`, "m"),
  );
  expect(given.out).toMatch(/^audited by 1 \(independence: declared\)$/m);
  expect(given.out).toMatch(/^No repeat audits: nobody audited an item a second time\.$/m);
  expect(await readFile(join(folder, "right", "DATASHEET.md"), "utf8")).toContain("No repeat audits: nobody");
  expect(given.out).toMatch(/^signed with the key [0-9a-f]{64}$/m);
  expect(given.out).toMatch(
    /^sample drawn again: exactly these \d+ were audited, and the labels are those fixed before$/m,
  );

  expect(given.out).toMatch(/^the log has the certificate as entry \d+$/m);

  const own = await assay("verify", join(folder, "right"));
  expect(own).toMatchObject({ code: 0, notes: expect.stringMatching(/^the key is as given by the bundle/) });
});

test("a changed byte and a missing file are named, with exit code 1", async () => {
  const wrong = await unpacked("wrong");
  await writeFile(join(wrong, "audit.csv"), "rank\n");
  await rm(join(wrong, "DATASHEET.md"));

  const told = await assay("verify", wrong, "--keys", join(wrong, "assay-keys.json"));

  expect(told).toMatchObject({ code: 1, notes: `${wrong} differs from what was certified` });
  expect(told.out.split("\n")).toEqual([
    expect.stringMatching(
      /^WRONG audit.csv was changed: its SHA-256 is [0-9a-f]{64}, certified was [0-9a-f]{64}$/,
    ),
    "WRONG DATASHEET.md is missing",
  ]);
  const asJson = await assay("verify", wrong, "--json");
  expect([asJson.code, JSON.parse(asJson.out)]).toMatchObject([
    1,
    {
      bundle: { ok: false, faults: [{ code: "changed_file", path: "audit.csv" }, { code: "missing_file" }] },
    },
  ]);
  const valid = JSON.parse((await assay("verify", join(folder, "right"), "--json")).out);
  expect(valid).toMatchObject({
    bundle: { ok: true, certificate: { files: { "audit.csv": expect.stringMatching(/^[0-9a-f]{64}$/) } } },
    ...{ sample: { faults: [] }, log: { faults: [], index: expect.any(Number) } },
  });
});

test("a folder in place of a file counts as missing, and additional files in subfolders are listed", async () => {
  const odd = await unpacked("odd");
  await rm(join(odd, "loss.json"));
  await mkdir(join(odd, "loss.json"));
  await writeFile(join(odd, "loss.json", "inner.txt"), "");
  await symlink("audit.csv", join(odd, "link.csv"));

  const told = await assay("verify", odd);

  expect([told.code, told.out]).toEqual([1, "WRONG loss.json is missing"]);
  expect(told.notes).toContain("link.csv is not among what was certified\nloss.json/inner.txt is not among");
});

test("a pipe or device counts as missing, although reading it would never end", async () => {
  const odd = await unpacked("endless");
  const targets = {
    "loss.json": "/dev/zero",
    "audit.csv": "audit.csv",
    "certificate.dsse.json": "/dev/zero",
  };
  const told: string[] = [];
  for (const [name, target] of Object.entries(targets)) {
    await rm(join(odd, name));
    await symlink(target, join(odd, name));
    told.push((await assay("verify", odd, "--keys", keys)).out);
  }

  expect(told).toEqual([
    "WRONG loss.json is missing",
    "WRONG audit.csv is missing\nWRONG loss.json is missing",
    expect.stringMatching(/^WRONG there is no certificate.dsse.json/),
  ]);
});

test("a bundle is compared with the log that log watch keeps: another log, and a second seed, are named", async () => {
  const bundle = await unpacked("watched");
  const file = join(folder, "watched.json");
  const log = `${service.app.listeningOrigin}/log`;
  expect((await assay("verify", bundle, "--log", file)).notes).toMatch(/run assay log watch URL --file/);
  expect(await assay("log", "watch", log, "--file", file)).toMatchObject({ code: 0 });
  const right = await assay("verify", bundle, "--log", file);
  expect([right.code, right.out]).toEqual([0, expect.stringMatching(/^the log is the one that .* keeps/m)]);

  const entries = await readFile(`${file}.entries`, "utf8");
  await writeFile(`${file}.entries`, entries.replace('"round":1', '"round":2'));
  expect((await assay("verify", bundle, "--log", file)).out).toMatch(
    /^WRONG the first \d+ entries of the log are not those of the certificate's checkpoint$/m,
  );
  await writeFile(`${file}.entries`, entries);
  await service.db.transaction().execute((tx) =>
    appendToLog(tx, {
      ...{ at: service.deps.now(), type: "commitment", batch_id: batch.id, round: 1 },
      seed_sha256: "0".repeat(64),
    }),
  );
  expect(await assay("log", "watch", log, "--file", file)).toMatchObject({ code: 1 });
  const twice = await assay("verify", bundle, "--log", file);
  expect([twice.code, twice.out]).toEqual([
    1,
    expect.stringMatching(
      /^WRONG the log has a second entry commitment for round 1 of the batch [0-9a-f]{64}/m,
    ),
  ]);
});

test("names in a bundle cannot fake lines of the result", async () => {
  const odd = await unpacked("spoof");
  await writeFile(join(odd, "x\nok: 99 files\u001b[2J\u202e"), "");
  const { notes } = await assay("verify", odd, "--keys", keys);

  expect(notes).toBe("x\\u000aok: 99 files\\u001b[2J\\u202e is not among what was certified");
});

test.each([
  [["verify", "/no/such"], 1, "/no/such is not a folder; unpack the bundle first"],
  [["verify"], 2, "DIR is missing"],
  [["verify", folder], 1, "differs from what was certified"],
  [["verify", folder, "--keys", "/no/such.json"], 1, "ENOENT"],
  [["verify", folder, "--keys", `${keys}.json`], 1, "answered 404"],
  [["certificate", "revoke", "cert_x"], 1, "there is no certificate cert_x"],
  [["certificate-key", "revoke", "x"], 1, "there is no certificate key x"],
])("assay %j fails with %i and says %s", async (args, code, words) => {
  const failed = await assay(...args);

  expect(failed.code).toBe(code);
  expect(failed.notes).toContain(words);
});

test("the operator lists, rotates and revokes keys, and revokes a certificate", async () => {
  const bundle = await unpacked("revoked");
  const first = (await assay("certificate-key", "list")).out.split("\n")[1]?.slice(0, 64) ?? "";
  const second = (await assay("certificate-key", "rotate")).out;
  expect((await assay("certificate-key", "list")).out).toMatch(new RegExp(`^${second} +\\S+ +- +-$`, "m"));
  expect(await assay("verify", bundle, "--keys", keys)).toMatchObject({ code: 0 });

  const told = await assay("certificate-key", "revoke", first);
  expect(told.out).toBe(`revoked ${first}; certificates signed anew: 1`);
  expect((await assay("verify", bundle, "--keys", keys)).out).toContain(`WRONG the key ${first} was revoked`);

  const again = await unpacked("again");
  const { body } = await service.request("GET", `/v1/batches/${batch.id}/certificate`);
  expect(await assay("verify", again, "--keys", keys)).toMatchObject({ code: 0 });
  expect((await assay("certificate", "revoke", body.id, "--reason", "mistaken")).out).toBe(
    `revoked ${body.id} (${batch.id})`,
  );
  expect((await assay("verify", again, "--keys", keys)).out).toMatch(
    /^WRONG the certificate cert_\w+ was revoked on .*: mistaken$/,
  );
});

test("what the score does not show is printed", async () => {
  const later = await givenCertified(service, { texts: 7 });

  const { out } = await assay("verify", await unpacked("later", later), "--keys", keys);

  expect(out).toMatch(/^Other audited batches of this account: 1 certified\. It is not in this project\.$/m);
});
