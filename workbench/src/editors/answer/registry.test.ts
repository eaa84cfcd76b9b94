import { ANNOTATION_TYPES } from "@assay/domain/types/registry.ts";
import { expect, test } from "vitest";
import { givenItem, givenProject } from "../../../test/given.ts";
import { canonicalName } from "../names.ts";
import { findEditor } from "./registry.ts";

test("the names and aliases are the same as in the domain", () => {
  for (const { name, aliases } of ANNOTATION_TYPES) {
    for (const each of [name, ...aliases]) expect(canonicalName(each)).toBe(name);
  }
  expect(canonicalName("Sentiment")).toBe("text_classification");
  expect(canonicalName("telepathy")).toBeUndefined();
});

test.each(ANNOTATION_TYPES.filter(({ media }) => media.some((medium) => medium !== "image")))(
  "$name has an editor",
  ({ name }) => {
    expect(findEditor(givenProject({ annotation_type: name }), givenItem({ text: "A text" }))).toBeDefined();
  },
);
