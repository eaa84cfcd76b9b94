import { afterEach, expect, test, vi } from "vitest";
import { person } from "./session.ts";

afterEach(() => void vi.unstubAllGlobals());

test("without a connection the request for a token fails with a readable message", async () => {
  vi.stubGlobal("fetch", () => Promise.reject(new TypeError("Failed to fetch")));

  await expect(person()).rejects.toThrow("Assay does not respond");
});
