import "../../test/edge.ts";
import fc from "fast-check";
import { expect, test } from "vitest";
import { isPressed } from "./action.ts";
import { notationOf } from "./own-keys.ts";

const keys: readonly (readonly [key: string, code: string])[] = [
  ["a", "KeyA"],
  ["Q", "KeyQ"],
  ["1", "Digit1"],
  ["&", "Digit1"],
  ["]", "BracketRight"],
  ["+", "Equal"],
  ["?", "Slash"],
  [" ", "Space"],
  ["Enter", "Enter"],
  ["ArrowLeft", "ArrowLeft"],
  ["F8", "F8"],
  ["Delete", "Delete"],
];
const pressed = fc
  .record({
    key: fc.constantFrom(...keys),
    ctrlKey: fc.boolean(),
    metaKey: fc.constant(false),
    altKey: fc.boolean(),
    shiftKey: fc.boolean(),
  })
  .map(({ key: [key, code], ...modifiers }) => ({ key, code, ...modifiers }));

test("the notation of a pressed key means that key", () => {
  fc.assert(
    fc.property(pressed, (event) => {
      const notation = notationOf(event);
      if (notation === undefined) throw new Error("no notation");
      expect(isPressed(notation, event)).toBe(true);
    }),
  );
});

test.each([
  ["Shift", "ShiftLeft", undefined],
  ["Tab", "Tab", undefined],
  ["œ", "KeyQ", "Alt+Q"],
])("%s is %s", (key, code, notation) => {
  const event = { key, code, ctrlKey: false, metaKey: false, altKey: key === "œ", shiftKey: false };
  expect(notationOf(event)).toBe(notation);
});
