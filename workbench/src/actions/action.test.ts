import { expect, test } from "vitest";
import { isPressed, sharedKeys } from "./action.ts";

const NO_MODIFIER = { ctrlKey: false, metaKey: false, shiftKey: false, altKey: false };

function press(key: string, modifiers: Partial<typeof NO_MODIFIER> = {}, code = "") {
  return { key, code, ...NO_MODIFIER, ...modifiers };
}

test.each([
  ["Ctrl+Z", press("z", { ctrlKey: true }), true],
  ["Ctrl+Z", press("z", { metaKey: true }), true],
  ["Ctrl+Z", press("Z", { ctrlKey: true, shiftKey: true }), false],
  ["Ctrl+Shift+Z", press("Z", { ctrlKey: true, shiftKey: true }), true],
  ["B", press("b"), true],
  ["B", press("b", { altKey: true }), false],
  ["?", press("?", { shiftKey: true }), true],
  ["]", press("]"), true],
  ["Digit1", press("&", {}, "Digit1"), true],
  ["Ctrl+Enter", press("Enter", { ctrlKey: true }, "Enter"), true],
  ["Ctrl++", press("+", { ctrlKey: true }), true],
  ["Alt+C", press("c", { altKey: true }, "KeyC"), true],
  ["Alt+C", press("ç", { altKey: true }, "KeyC"), true], // Option on a Mac types another character
  ["Alt+Q", press("œ", { altKey: true }, "KeyQ"), true],
  ["Alt+.", press("≥", { altKey: true }, "Period"), true],
  ["Alt+,", press("≤", { altKey: true }, "Comma"), true],
  ["Alt+E", press("Dead", { altKey: true }, "KeyE"), true],
  ["Alt+Q", press("a", { altKey: true }, "KeyQ"), false], // an A on a French keyboard
  ["Ctrl+ArrowLeft", press("ArrowLeft", { ctrlKey: true }, "ArrowLeft"), true],
])("%s", (meant, pressed, is) => {
  expect(isPressed(meant, pressed)).toBe(is);
});

test("finds keys that two actions share, in any case", () => {
  const action = (id: string, ...keys: string[]) => ({ id, title: id, keys, run: () => undefined });

  expect(sharedKeys([action("a", "Ctrl+Z"), action("b", "ctrl+z", "V"), action("c", "B")])).toEqual([
    "ctrl+z",
  ]);
});
