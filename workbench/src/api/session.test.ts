import { untilHolds } from "@assay/server/test/until.ts";
import { afterEach, beforeEach, expect, onTestFinished, test, vi } from "vitest";
import { forgetBearer, onSignedOut, person } from "./session.ts";

beforeEach(forgetBearer); // files share their modules, and another may have signed in
afterEach(() => void vi.unstubAllGlobals());

test("without a connection the request for a token fails with a readable message", async () => {
  vi.stubGlobal("fetch", () => Promise.reject(new TypeError("Failed to fetch")));

  await expect(person()).rejects.toThrow("Assay does not respond");
});

test("a late refusal of a request from before a sign-in does not end the new session", async () => {
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
