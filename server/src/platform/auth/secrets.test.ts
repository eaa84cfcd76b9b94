import { mkdtemp, readFile, rm, stat, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, test } from "vitest";
import { createSecrets, loadMasterKey } from "./secrets.ts";

const folder = await mkdtemp(join(tmpdir(), "assay-secrets-"));
afterAll(() => rm(folder, { recursive: true }));
const { encrypt, decrypt, sign } = createSecrets(Buffer.alloc(32, 1));

test("decrypting gives the text back, and no two ciphertexts are equal", () => {
  for (const text of ["", "whsec_abc", "é\u{1f600}".repeat(1_000)]) {
    expect(decrypt(encrypt(text))).toBe(text);
    expect(encrypt(text).equals(encrypt(text))).toBe(false);
  }
  expect(encrypt("whsec_abc").includes("whsec")).toBe(false);
});

test.each(["refuses changed bytes, missing bytes and another key for %j", ""])(
  "changed bytes, fewer bytes and another key are refused for %j",
  (text) => {
    const sealed = encrypt(text);
    for (let index = 0; index < sealed.length; index += 1) {
      const changed = Buffer.from(sealed);
      changed[index] = (changed[index] ?? 0) ^ 1;
      expect(() => decrypt(changed)).toThrow();
      expect(() => decrypt(sealed.subarray(0, index))).toThrow();
    }
    expect(() => createSecrets(Buffer.alloc(32, 2)).decrypt(sealed)).toThrow();
  },
);

test("a signature is HMAC-SHA256 over purpose and text, in base64url", () => {
  // openssl: printf 'upload\nabc' | openssl dgst -sha256 -mac HMAC -macopt hexkey:0101…01 -binary | base64
  expect(sign("upload", "abc")).toBe("Mn08wMPNlwtb-SvzrqQ6gnmtV9IsUq8JMrl-Veprt7k");
  expect(sign("download", "abc")).not.toBe(sign("upload", "abc"));
});

test("concurrent first starts create one master key, readable by its owner only", async () => {
  const dataDir = join(folder, "new", "data");

  const keys = await Promise.all(Array.from({ length: 10 }, () => loadMasterKey(undefined, dataDir)));

  expect(new Set(keys.map((key) => key.toString("hex"))).size).toBe(1);
  expect(keys[0]).toHaveLength(32);
  expect((await stat(join(dataDir, "master.key"))).mode & 0o777).toBe(0o600);
  expect(await loadMasterKey(undefined, dataDir)).toEqual(keys[0]);
});

test("a configured key is used and nothing is written; a file without a key is not overwritten", async () => {
  const configured = Buffer.alloc(32, 9);
  expect(await loadMasterKey(configured.toString("base64"), join(folder, "never"))).toEqual(configured);
  await expect(stat(join(folder, "never"))).rejects.toThrow("ENOENT");

  await writeFile(join(folder, "master.key"), "");
  await expect(loadMasterKey(undefined, folder)).rejects.toThrow("32 bytes");
  expect(await readFile(join(folder, "master.key"), "utf8")).toBe("");
});
