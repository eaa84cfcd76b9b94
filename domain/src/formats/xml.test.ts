import { expect, test } from "vitest";
import { xmlAttributes, xmlText } from "./xml.ts";

test.each([
  ["a & b", "a &amp; b"],
  ["<i>", "&lt;i&gt;"],
  ['"\t\r\n', "&quot;&#9;&#13;&#10;"],
  ["\u0000\u0008\uFFFE\uD800", "\uFFFD\uFFFD\uFFFD\uFFFD"],
  ["猫 🚗 é", "猫 🚗 é"],
])("%j in XML is %j", (text, written) => {
  expect(xmlText(text)).toBe(written);
});

test("attributes are escaped and in their order", () => {
  expect(xmlAttributes({ b: 'x"y', a: 1.5 })).toBe(' b="x&quot;y" a="1.5"');
});
