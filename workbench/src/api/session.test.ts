import { untilHolds } from "@assay/server/test/until.ts";
import { afterEach, expect, onTestFinished, test, vi } from "vitest";

afterEach(() => {
  vi.unstubAllGlobals();
  vi.resetModules();
});

/** The session of a page on which nobody has signed in: test files share their modules, so another may have signed in. */
async function newPage() {
  vi.resetModules();
  return import("./session.ts");
}

test("without a connection the request for a token fails with a readable message", async () => {
  const { person } = await newPage();
  vi.stubGlobal("fetch", () => Promise.reject(new TypeError("Failed to fetch")));

  await expect(person()).rejects.toThrow("Assay does not respond");
});

test("a late refusal of a request from before a sign-in does not end the new session", async () => {
  const { forgetBearer, onSignedOut, person } = await newPage();
  const late = Promise.withResolvers<Response>();
  const bo = { member_id: "mem_1" };
  const answers = [
    late.promise,
    Response.json({ token: "t", expires_at: "2999-01-01T00:00:00Z", person: bo }),
  ];
  vi.stubGlobal("fetch", async () => answers.shift());
  const ended = vi.fn();
  onTestFinished(onSignedOut(ended));

  const asked = person();
  await untilHolds(() => expect(answers).toHaveLength(1));
  forgetBearer(); // as the sign-in form does
  late.resolve(new Response(null, { status: 401 }));

  expect(await asked).toEqual(bo);
  expect(ended).not.toHaveBeenCalled();
});
