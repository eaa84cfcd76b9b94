import { expect, test } from "vitest";
import { partsOf } from "./Excerpt.tsx";

/** The parts of a text as `words:label`. */
function said(
  text: string,
  spans: readonly (readonly [start: number, end: number, label: string])[],
): string[] {
  const label = { spans: spans.map(([start, end, name]) => ({ start, end, label: name })) };
  return partsOf(text, label).map(({ from, to, name }) => `${text.slice(from, to)}:${name ?? ""}`);
}

test("a text is cut at its spans; where they overlap, the shorter one is shown", () => {
  expect(
    said("Ada of London", [
      [0, 13, "title"],
      [7, 13, "place"],
    ]),
  ).toEqual(["Ada of :title", "London:place"]);
  expect(said("Ada", [])).toEqual(["Ada:"]);
  expect(said("", [])).toEqual([]);
});

test("offsets count characters above U+FFFF once, and spans end where the excerpt does", () => {
  expect(
    said("😀😀 Ada", [
      [3, 300, "name"],
      [400, 410, "name"],
    ]),
  ).toEqual(["😀😀 :", "Ada:name"]);
});
