import { expect, test } from "vitest";
import { capitalize } from "./format.ts";

test.each([
  ["there is no webhook wh_none", "There is no webhook wh_none"],
  ["labels.1.name is too long", "labels.1.name is too long"],
  ["upload_ids has no entry", "upload_ids has no entry"],
  ["", ""],
])("%j is shown as %j", (words, shown) => expect(capitalize(words)).toBe(shown));
