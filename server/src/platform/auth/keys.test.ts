import { createHash } from "node:crypto";
import { expect, test } from "vitest";
import { hashApiKey, mayBeApiKey, newApiKey } from "./keys.ts";

/** Computed independently of this code: CRC-32 of the 30 characters, in base 62 of 0-9A-Za-z, six digits. */
const EXAMPLE = "assay_live_k3J9vQ2mT7xY5bN8wR4cL6pZ1sD0fG0xaehB";

test("a known key passes, and any changed character is detected", () => {
  expect(mayBeApiKey(EXAMPLE)).toBe(true);
  for (let index = 0; index < EXAMPLE.length; index += 1) {
    const other = EXAMPLE[index] === "x" ? "y" : "x";
    const wrong = EXAMPLE.slice(0, index) + other + EXAMPLE.slice(index + 1);
    if (wrong.startsWith("assay_")) expect(mayBeApiKey(wrong)).toBe(false);
  }
});

test("new keys have the form, differ, and pass", () => {
  const keys = Array.from({ length: 1_000 }, newApiKey);

  expect(new Set(keys).size).toBe(keys.length);
  for (const key of keys) {
    expect(key).toMatch(/^assay_live_[0-9A-Za-z]{36}$/);
    expect(mayBeApiKey(key)).toBe(true);
  }
});

test("accepts keys of another form, which an operator may have configured", () => {
  expect(mayBeApiKey("a-key-of-32-characters-or-more-xx")).toBe(true);
  expect(mayBeApiKey("x".repeat(201))).toBe(false);
  expect(mayBeApiKey("")).toBe(false);
  expect(mayBeApiKey("assay_")).toBe(false);
  expect(mayBeApiKey(`${EXAMPLE}\n`)).toBe(false);
});

test("the stored form of a key is its SHA-256", () => {
  expect(hashApiKey("abc").toString("hex")).toBe(
    "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad",
  );
  expect(hashApiKey(EXAMPLE)).toEqual(createHash("sha256").update(EXAMPLE).digest());
});
