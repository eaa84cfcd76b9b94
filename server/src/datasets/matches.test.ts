import type { ExportItem } from "@assay/domain/formats/format.ts";
import { expect, test } from "vitest";
import { getAnnotationType } from "../projects/settings.ts";
import { matches } from "./matches.ts";

const type = getAnnotationType("text_classification");

test.each([
  ["cam2", "cam2", true],
  ["cam2", "cam", false],
  [7, "7", true],
  [true, "true", true],
  [null, "null", false],
  [undefined, "undefined", false],
  [["a"], '["a"]', true],
])("a line's metadata %j is asked for by %j: %s", (value, asked, expected) => {
  const item = { status: "accepted", result: { label: "good" }, metadata: { key: value } };
  const query = { project_id: "prj_1", statuses: ["certified" as const], metadata: { key: asked } };
  expect(matches(query, type, item as unknown as ExportItem)).toBe(expected);
});

test("a key that every object inherits is no metadata", () => {
  const item = { status: "accepted", result: { label: "good" }, metadata: {} };
  const query = { project_id: "prj_1", statuses: ["certified" as const], metadata: { constructor: "x" } };
  expect(matches(query, type, item as unknown as ExportItem)).toBe(false);
});
