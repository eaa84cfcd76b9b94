import { expect, test } from "vitest";
import { sayResult } from "../thumbnails/say-result.ts";
import { sayReasons } from "./say-reasons.ts";
import { filterOf, isWholeBatch, queryOf, readItemsSearch } from "./search.ts";

test.each([
  [{ label: "cat" }, "cat"],
  [{ labels: ["cat", "wet"] }, "cat, wet"],
  [
    {
      objects: [
        { label: "car", box: [] },
        { label: "bus", box: [] },
        { label: "car", box: [] },
      ],
    },
    "2 × car, 1 × bus",
  ],
  [{ objects: [] }, "nothing"],
  [{ ratings: { helpful: 4, honest: 5 } }, "helpful: 4, honest: 5"],
  [{ ranking: ["b", "a"] }, "b > a"],
  [{ text: "x".repeat(200) }, `${"x".repeat(160)}…`],
  [null, "–"],
])("an answer is said in a few words", (result, words) => {
  expect(sayResult(result)).toBe(words);
});

test("the address keeps the valid filters, and the API gets the same ones", () => {
  const search = readItemsSearch({ batch: "b", state: "closed", label: 7, support: "0.5", q: "", more: 1 });

  expect(search).toEqual({ batch: "b", label: "7", support: 0.5 });
  expect(filterOf(search)).toEqual({ batch_id: "b", label: "7", support_lt: 0.5 });
});

test("metadata and external ids are filters too, in the query string and in the body", () => {
  const filter = filterOf(readItemsSearch({ batch: "b", external: 7, metadata: "sensor=cam2, n = 7" }));

  expect(filter).toEqual({ batch_id: "b", external_ids: ["7"], metadata: { sensor: "cam2", n: "7" } });
  expect(queryOf(filter)).toEqual({
    ...{ batch_id: "b", external_id: "7" },
    ...{ "metadata.sensor": "cam2", "metadata.n": "7" },
  });
  expect(readItemsSearch({ batch: "b", metadata: "sensor=cam2, none" })).toEqual({ batch: "b" });
});

test("a list has the whole batch unless a filter or another order leaves items out", () => {
  expect(isWholeBatch({ batch: "b", view: "gallery" })).toBe(true);
  for (const search of [{ project: "p" }, { batch: "b", state: "open" }, { batch: "b", sort: "support" }])
    expect(isWholeBatch(readItemsSearch(search))).toBe(false);
});

test("the address keeps another order, which needs a batch", () => {
  expect(readItemsSearch({ batch: "b", sort: "suspicion" })).toEqual({ batch: "b", sort: "suspicion" });
  expect(readItemsSearch({ batch: "b", sort: "support" })).toEqual({ batch: "b", sort: "support" });
  expect(readItemsSearch({ batch: "b", sort: "size" })).toEqual({ batch: "b" });
  expect(readItemsSearch({ project: "p", sort: "suspicion" })).toEqual({ project: "p" });
});

const food = { model: "clip", version: null, labels: ["food", "drama"] };
const none = { model: "gpt", version: "4", labels: [] };

test.each([
  [{ answers: 0.25, models: 0.05, neighbors: 0.1, predicted: [food] }, null],
  [
    { answers: 0.5, models: 0.95, neighbors: null, predicted: [] },
    "models give another label; answers differ",
  ],
  [
    { answers: null, models: 0.9, neighbors: null, predicted: [food, none] },
    "clip: food, drama; gpt: no label",
  ],
  [
    { answers: null, models: null, neighbors: 0.8, predicted: [] },
    "80 % of similar items have another label",
  ],
])("the evidence %o is said in words", (evidence, words) => {
  expect(sayReasons({ score: 0.5, computed_at: "2026-11-21T03:00:00.000Z", ...evidence })).toBe(words);
});
