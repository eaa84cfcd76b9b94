import { ApiError } from "@assay/sdk/api-error.ts";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { fault, givenStore } from "../../test/edge.ts";
import type { ServerDraft } from "./choose.ts";
import { createDocument } from "./document.ts";
import { Keeper } from "./keeper.ts";

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

/** A keeper whose server gives these answers in order, then success. */
function givenKeeper(answers: readonly (() => unknown)[]) {
  const document = createDocument<unknown>([]);
  const saved: ServerDraft[] = [];
  const left = [...answers];
  const keeper = new Keeper({
    ...{ document, store: givenStore(), place: "item annotate 1", log: "here", seq: 0, revision: 0 },
    ...{ isAhead: false, isBegun: false, theirs: null },
    save: async (draft, revision) => {
      const failed = await left.shift()?.();
      if (failed !== undefined) throw failed;
      saved.push(draft);
      return { revision: revision + 1, draft };
    },
    read: async () => ({ revision: 7, draft: { log: "elsewhere", seq: 1, entries: [["b", 2]] } }),
    onChange: () => undefined,
  });
  const put = (key: string) => document.apply({ name: key, edits: [{ key, before: undefined, after: 1 }] });
  return { keeper, saved, put };
}

function refusal(status: number, code: string) {
  return () => new ApiError(fault(status, code, "no"), { error: code, message: "no" });
}

test("a draft is saved two seconds after the last change", async () => {
  const { keeper, saved, put } = givenKeeper([]);
  put("a");
  expect(keeper.kept).toEqual({ at: "way" });
  await vi.advanceTimersByTimeAsync(2_000);
  expect(keeper.kept).toEqual({ at: "server" });
  expect(saved).toEqual([{ log: "here", seq: 1, entries: [["a", 1]] }]);
});

test.each([
  ["too many requests", refusal(429, "rate_limited")],
  ["a busy server", refusal(503, "unavailable")],
  ["no connection", () => new TypeError("fetch failed")],
])("after %s the draft is saved again by itself", async (_, answer) => {
  const { keeper, saved, put } = givenKeeper([answer]);
  put("a");
  await vi.advanceTimersByTimeAsync(2_000);
  expect(keeper.kept).toMatchObject({ at: "here" });
  await vi.advanceTimersByTimeAsync(5_000);
  expect(keeper.kept).toEqual({ at: "server" });
  expect(saved).toHaveLength(1);
});

test("a draft that the server refuses for good is sent again only after another change", async () => {
  const { keeper, saved, put } = givenKeeper([refusal(422, "invalid")]);
  put("a");
  await vi.advanceTimersByTimeAsync(60_000);
  expect(keeper.kept).toEqual({ at: "here", why: "no" });
  expect(saved).toEqual([]);
  put("b");
  await vi.advanceTimersByTimeAsync(2_000);
  expect(keeper.kept).toEqual({ at: "server" });
});

test("a draft from another browser is a conflict, and neither version is overwritten until one is chosen", async () => {
  const { keeper, saved, put } = givenKeeper([refusal(412, "precondition_failed")]);
  put("a");
  await vi.advanceTimersByTimeAsync(60_000);
  expect(keeper.kept).toEqual({ at: "conflict", theirs: [["b", 2]], revision: 7 });
  expect(saved).toEqual([]);
  keeper.overrule(7);
  await vi.advanceTimersByTimeAsync(0);
  expect(keeper.kept).toEqual({ at: "server" });
});
