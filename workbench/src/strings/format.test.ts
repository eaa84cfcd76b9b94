import { expect, test } from "vitest";
import { capitalize, formatHours } from "./format.ts";

test.each([
  ["there is no webhook wh_none", "There is no webhook wh_none"],
  ["labels.1.name is too long", "labels.1.name is too long"],
  ["upload_ids has no entry", "upload_ids has no entry"],
  ["", ""],
])("%j is shown as %j", (words, shown) => expect(capitalize(words)).toBe(shown));

test.each([
  [0, "0 s"],
  [0.000_04, "0.1 s"],
  [0.005, "18 s"],
  [0.1, "6 min"],
  [1.25, "1.3 h"],
  [1_200.4, "1,200 h"],
])("%j hours are shown as %j", (hours, shown) => expect(formatHours(hours)).toBe(shown));
