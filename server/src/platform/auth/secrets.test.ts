import { createCipheriv, createHmac } from "node:crypto";
import { expect, test } from "vitest";
import { createSecrets } from "./secrets.ts";

const [NEW, OLD] = [Buffer.alloc(32, 1), Buffer.alloc(32, 3)];
const { encrypt, decrypt, sign } = createSecrets(NEW);

test("decrypting gives the text back, and no two ciphertexts are equal", () => {
  for (const text of ["", "whsec_abc", "é\u{1f600}".repeat(1_000)]) {
    expect(decrypt(encrypt(text))).toBe(text);
    expect(encrypt(text).equals(encrypt(text))).toBe(false);
  }
  expect(encrypt("whsec_abc").includes("whsec")).toBe(false);
});

test.each(["secret", ""])("refuses changed bytes, missing bytes and another key for %j", (text) => {
  const sealed = encrypt(text);
  for (let index = 0; index < sealed.length; index += 1) {
    const changed = Buffer.from(sealed);
    changed[index] = (changed[index] ?? 0) ^ 1;
    expect(() => decrypt(changed)).toThrow();
    expect(() => decrypt(sealed.subarray(0, index))).toThrow();
  }
  expect(() => createSecrets(Buffer.alloc(32, 2)).decrypt(sealed)).toThrow();
});

test("a signature is HMAC-SHA256 over purpose and text with a derived key, in base64url", () => {
  // The key: openssl kdf -keylen 32 -kdfopt digest:SHA256 -kdfopt hexkey:0101…01 -kdfopt info:"assay signing" HKDF
  // printf 'upload\nabc' | openssl dgst -sha256 -mac HMAC -macopt hexkey:$key -binary | base64
  expect(sign("upload", "abc")).toBe("9cfad7l9lSW0y-MwCCcUk15R6ryd2nZJWiUt2UGjSlQ");
  expect(sign("download", "abc")).not.toBe(sign("upload", "abc"));
});

test("an older key reads and confirms what it wrote; the newest encrypts and signs", () => {
  const old = createSecrets(OLD);
  const both = createSecrets(NEW, OLD);

  expect(both.decrypt(old.encrypt("whsec_abc"))).toBe("whsec_abc");
  expect(both.isSigned("upload", "abc", old.sign("upload", "abc"))).toBe(true);
  expect(decrypt(both.encrypt("whsec_abc"))).toBe("whsec_abc");
  expect(both.sign("upload", "abc")).toBe(sign("upload", "abc"));
  expect(() => old.decrypt(both.encrypt("whsec_abc"))).toThrow();
  expect(old.isSigned("upload", "abc", both.sign("upload", "abc"))).toBe(false);
  expect(both.isSigned("download", "abc", both.sign("upload", "abc"))).toBe(false);
  expect(both.fingerprints).toEqual([...createSecrets(NEW).fingerprints, ...old.fingerprints]);
});

test("what a version without derived keys encrypted and signed is valid", () => {
  const iv = Buffer.alloc(12, 5);
  const cipher = createCipheriv("aes-256-gcm", OLD, iv);
  const text = Buffer.concat([cipher.update("whsec_abc"), cipher.final()]);
  const sealed = Buffer.concat([iv, cipher.getAuthTag(), text]);
  const signed = createHmac("sha256", OLD).update("upload\nabc").digest("base64url");
  const both = createSecrets(NEW, OLD);

  expect(both.decrypt(sealed)).toBe("whsec_abc");
  expect(both.isSigned("upload", "abc", signed)).toBe(true);
  expect(() => createSecrets(NEW).decrypt(sealed)).toThrow("none of the master keys");
});
