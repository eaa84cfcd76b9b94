import { createHash, generateKeyPairSync } from "node:crypto";
import {
  envelopeText,
  readPredicate,
  readSubjects,
  signStatement,
} from "@assay/server/src/certificates/envelope.ts";
import { loadSigner, revokeKey, rotateKey } from "@assay/server/src/certificates/keys.ts";
import { markRevoked } from "@assay/server/src/certificates/of-any-account.ts";
import { bodyOf } from "@assay/server/test/given.ts";
import { givenCertified, givenCertifiedOfType } from "@assay/server/test/given-dataset.ts";
import { startService } from "@assay/server/test/service.ts";
import { unzip } from "@assay/server/test/unzip.ts";
import { expect, test } from "vitest";
import { type Bundle, verify } from "./verify.ts";

const service = await startService();
const { request, anonymous, deps } = service;
const labels = [{ name: "yes" }, { name: "no" }];
const batch = await givenCertifiedOfType(service, "object_detection", { labels });
const files = await bundleOf(batch.id, "bundle=true&include=media");
const keys = await publishedKeys();

type Files = ReadonlyMap<string, Buffer>;

async function bundleOf(id: string, query: string): Promise<Files> {
  return unzip((await request("GET", `/v1/batches/${id}/download?${query}`)).bytes);
}

async function publishedKeys(): Promise<string> {
  return JSON.stringify(bodyOf(await anonymous("GET", "/.well-known/assay-keys.json"), 200));
}

/** A bundle in memory, as in a browser. */
function inMemory(held: Files): Bundle {
  return {
    list: async () => [...held.keys()],
    read: async (path) => held.get(path),
    sha256: async (path) => {
      const bytes = held.get(path);
      return bytes && createHash("sha256").update(bytes).digest("hex");
    },
  };
}

/** What `verify` finds if some files are replaced; undefined removes a file. */
async function found(
  changes: Readonly<Record<string, Buffer | undefined>>,
  given: string | undefined = keys,
) {
  const changed = new Map(files);
  for (const [path, bytes] of Object.entries(changes)) {
    if (bytes === undefined) changed.delete(path);
    else changed.set(path, bytes);
  }
  return verify(inMemory(changed), given === undefined ? {} : { keys: given });
}

function flipped(path: string, at: number, bit = 1): Buffer {
  const bytes = Buffer.from(files.get(path) ?? "");
  bytes[at] = (bytes[at] ?? 0) ^ bit;
  return bytes;
}

test("a downloaded bundle is valid in every file under the published keys", async () => {
  const result = await found({});

  expect(result).toMatchObject({ ok: true, faults: [], notes: [] });
  expect([...result.files].sort()).toEqual(
    [...files.keys()].filter((path) => path !== "certificate.dsse.json").sort(),
  );
  expect(result.certificate).toMatchObject({ batch_id: batch.id, revision: 1, score: 100 });
  expect(JSON.parse(keys).keys.map(({ kid }: { kid: string }) => kid)).toEqual([result.keyid]);
});

test("without separate keys a note says that the key comes from the bundle", async () => {
  const result = await verify(inMemory(files));

  expect(result).toMatchObject({
    ok: true,
    notes: [expect.stringMatching(/^the key is as given by the bundle/)],
  });
});

test.each([...files.keys()])(
  "a changed bit anywhere in %s is refused, and the file is named",
  async (path) => {
    const size = files.get(path)?.length ?? 0;
    const places = new Set([0, Math.floor(size / 3), Math.floor(size / 2), size - 1]);
    for (const at of places) {
      for (const given of [keys, undefined]) {
        const result = await verify(
          inMemory(new Map([...files, [path, flipped(path, at)]])),
          given ? { keys: given } : {},
        );
        expect([path, at, result.ok]).toEqual([path, at, false]);
        expect(result.faults.map((fault) => fault.path)).toContain(path);
      }
    }
  },
);

test("changing any bit of the certificate makes it invalid, down to its last line end", async () => {
  const path = "certificate.dsse.json";
  const size = files.get(path)?.length ?? 0;
  for (let at = 0; at < size; at += at < size - 220 ? 97 : 1) {
    for (const bit of [1, 4, 7, 32, 128]) {
      const { ok, faults } = await found({ [path]: flipped(path, at, bit) });
      expect([at, bit, ok, faults[0]?.path]).toEqual([at, bit, false, path]);
    }
  }
});

test.each([
  ["its last line end is gone", (text: string) => text.trimEnd()],
  ["a line end more", (text: string) => `${text}\n`],
  ["a field more", (text: string) => text.replace("{", '{"note":"",')],
  ["nested without end", () => `{"payload":${"[".repeat(100_000)}${"]".repeat(100_000)}}`],
])("a certificate is refused and named: %s", async (_what, change) => {
  const path = "certificate.dsse.json";
  const { faults } = await found({ [path]: Buffer.from(change(String(files.get(path)))) });

  expect(faults).toMatchObject([{ code: "changed_certificate", path }]);
});

test.each([...files.keys()])(
  "a bundle without %s is refused, and the message names the file",
  async (path) => {
    const { ok, faults } = await found({ [path]: undefined });

    expect(ok).toBe(false);
    const code = path === "certificate.dsse.json" ? "missing_certificate" : "missing_file";
    expect(faults).toEqual([{ code, path, message: expect.stringContaining(path) }]);
  },
);

test("only the changed file is reported", async () => {
  const { faults } = await found({ "audit.csv": Buffer.from("rank\n"), "loss.json": undefined });

  expect(faults.map(({ code, path }) => [code, path])).toEqual([
    ["changed_file", "audit.csv"],
    ["missing_file", "loss.json"],
  ]);
});

test("an additional file is a note, not a fault", async () => {
  const { ok, notes } = await found({ "notes.txt": Buffer.from("mine") });

  expect([ok, notes]).toEqual([true, ["notes.txt is not among what was certified"]]);
});

test("a certificate by an unpublished key is refused, even if the bundle contains that key", async () => {
  const { publicKey } = generateKeyPairSync("ed25519");
  const { x } = publicKey.export({ format: "jwk" });
  const others = { ...JSON.parse(keys), keys: [{ ...JSON.parse(keys).keys[0], x }] };
  const none = { ...JSON.parse(keys), keys: [] };

  for (const set of [others, none]) {
    const { faults, certificate } = await found({}, JSON.stringify(set));
    expect(faults).toMatchObject([{ code: "unknown_key", path: "certificate.dsse.json" }]);
    expect(certificate).toBeNull();
  }
});

test("invalid keys are refused", async () => {
  await expect(found({}, "no JSON")).rejects.toThrow("the keys are not JSON");
  await expect(found({}, '{"keys": []}')).rejects.toThrow("the keys are not an assay-keys.json");
  await expect(found({}, '{"keys": [{}], "revoked_certificates": []}')).rejects.toThrow(
    "not an assay-keys.json",
  );
});

test("a certificate from before it recorded the consensus method is valid", async () => {
  const envelope = JSON.parse(String(files.get("certificate.dsse.json")));
  const { consensus, ...earlier } = readPredicate(envelope);
  expect(consensus).toBeNull();
  const signed = signStatement(await loadSigner(deps), readSubjects(envelope), earlier);

  const { ok, certificate } = await found({ "certificate.dsse.json": Buffer.from(envelopeText(signed)) });

  expect(ok).toBe(true);
  expect(certificate?.predicate).not.toHaveProperty("consensus");
});

test("rules that have another digest than the certificate states are refused, though they are signed", async () => {
  const envelope = JSON.parse(String(files.get("certificate.dsse.json")));
  const { judging_rules, ...others } = readPredicate(envelope);
  if (judging_rules === undefined) throw new Error("no rules");
  const signer = await loadSigner(deps);
  const withRules = async (rules: typeof judging_rules) => {
    const predicate = { ...others, judging_rules: rules };
    const signed = signStatement(signer, readSubjects(envelope), predicate);
    return found({ "certificate.dsse.json": Buffer.from(envelopeText(signed)) });
  };

  expect(await withRules(judging_rules)).toMatchObject({ ok: true });
  const changed = { ...judging_rules, rules: { ...judging_rules.rules, guideline_version: 7 } };
  expect((await withRules(changed)).faults).toEqual([
    {
      code: "changed_certificate",
      path: "certificate.dsse.json",
      message: "certificate.dsse.json states another digest than that of its judging rules",
    },
  ]);
});

test("files that the certificate does not list are checked by its manifest", async () => {
  const signer = await loadSigner(deps);
  const { payload } = bodyOf(await request("GET", `/v1/batches/${batch.id}/certificate`), 200);
  const { predicate } = JSON.parse(String(Buffer.from(payload, "base64")));
  const sha256 = (text: string) => createHash("sha256").update(text).digest("hex");
  const manifest = `${sha256("1")}  a.txt\n${sha256("2")}  b/c.txt\n`;
  const subject = { path: "manifest.sha256", sha256: sha256(manifest) };
  const large = (changes: Readonly<Record<string, string>>) =>
    inMemory(
      new Map(
        Object.entries({
          "certificate.dsse.json": envelopeText(signStatement(signer, [subject], predicate)),
          "manifest.sha256": manifest,
          "a.txt": "1",
          ...changes,
        }).map(([path, text]) => [path, Buffer.from(text)]),
      ),
    );

  expect(await verify(large({ "b/c.txt": "2" }), { keys })).toMatchObject({
    ok: true,
    files: ["manifest.sha256", "a.txt", "b/c.txt"],
  });
  const faults = async (changes: Readonly<Record<string, string>>) =>
    (await verify(large(changes), { keys })).faults.map(({ code, path }) => `${code} ${path}`);
  expect(await faults({ "b/c.txt": "3" })).toEqual(["changed_file b/c.txt"]);
  expect(await faults({})).toEqual(["missing_file b/c.txt"]);
  // the certificate covers the manifest, so an added line makes it invalid
  const longer = `${manifest}${sha256("x")}  extra.txt\n`;
  expect(await faults({ "b/c.txt": "2", "manifest.sha256": longer, "extra.txt": "x" })).toEqual([
    "changed_file manifest.sha256",
  ]);
});

test("after a rotation older certificates still verify, and newer ones have the new key", async () => {
  service.advance(1_000);
  const { id } = await rotateKey(deps);
  service.advance(1_000);
  const later = await givenCertified(service, { texts: 6 });

  const published = await publishedKeys();
  const [before, after] = JSON.parse(published).keys;
  expect([before.not_after, after.kid, after.not_after]).toEqual(["2026-11-21T03:00:01.000Z", id, null]);
  expect(await found({}, published)).toMatchObject({ ok: true, keyid: before.kid });
  const bundle = inMemory(await bundleOf(later.id, "bundle=true"));
  expect(await verify(bundle, { keys: published })).toMatchObject({ ok: true, keyid: id });
  // a signature by the old key after the rotation is refused
  const ended = JSON.parse(published);
  ended.keys[0].not_after = "2026-11-21T02:59:59.000Z";
  expect((await found({}, JSON.stringify(ended))).faults).toMatchObject([{ code: "expired_key" }]);
});

test("a revoked key is refused, and its certificates are signed again", async () => {
  const { keyid } = await found({});
  const before = bodyOf(await request("GET", `/v1/batches/${batch.id}/certificate`), 200);

  expect(await revokeKey(deps, keyid ?? "")).toBe(1);

  const published = await publishedKeys();
  const { faults, certificate } = await found({}, published);
  expect(faults).toMatchObject([{ code: "revoked_key", message: expect.stringContaining(keyid ?? "") }]);
  expect(certificate).toBeNull();
  const after = bodyOf(await request("GET", `/v1/batches/${batch.id}/certificate`), 200);
  expect(after.payload).toBe(before.payload);
  expect(after.signatures).not.toEqual(before.signatures);
  const again = inMemory(await bundleOf(batch.id, "bundle=true&include=media"));
  expect(await verify(again, { keys: published })).toMatchObject({ ok: true });
});

test("revoking the signing key creates a new one", async () => {
  const current = JSON.parse(await publishedKeys()).keys.at(-1).kid;

  await revokeKey(deps, current);

  const all = JSON.parse(await publishedKeys()).keys;
  expect(all.map(({ kid }: { kid: string }) => kid)).toContain(current);
  expect(all.filter(({ not_after }: { not_after: unknown }) => not_after === null)).toHaveLength(1);
  await expect(revokeKey(deps, "0".repeat(64))).rejects.toThrow("there is no certificate key 000");
});

test("a revoked certificate is refused with the reason", async () => {
  const id = bodyOf(await request("GET", `/v1/batches/${batch.id}/certificate`), 200).id;
  const again = inMemory(await bundleOf(batch.id, "bundle=true"));

  await markRevoked(deps.db, id, "the auditor was mistaken", deps.now());

  const { faults } = await verify(again, { keys: await publishedKeys() });
  expect(faults).toMatchObject([
    {
      code: "revoked_certificate",
      message: expect.stringMatching(new RegExp(`${id} was revoked .*: the auditor was`)),
    },
  ]);
  const { revoked_at } = bodyOf(await request("GET", `/v1/batches/${batch.id}/certificate`), 200);
  expect(revoked_at).toBe(deps.now().toISOString());
});
