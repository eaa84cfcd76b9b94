import { expect, test } from "vitest";
import { isOfField } from "./typing.ts";

const press = (keys: string) => {
  const parts = keys.split("+");
  const has = (name: string) => parts.includes(name);
  const modifiers = { ctrlKey: has("Ctrl"), metaKey: has("Cmd"), shiftKey: has("Shift"), altKey: has("Alt") };
  return { key: parts.at(-1) ?? "", code: "", ...modifiers };
};
const TEXT = { isChoice: false, isInForm: false };
const COMMENT = { isChoice: false, isInForm: true };
const CHOICE = { isChoice: true, isInForm: false };

test.each([
  ["a", TEXT, true],
  ["Ctrl+ArrowRight", TEXT, true],
  ["Cmd+ArrowLeft", TEXT, true],
  ["Ctrl+Shift+Backspace", TEXT, true],
  ["Ctrl+Home", TEXT, true],
  ["Ctrl+a", TEXT, true],
  ["Ctrl+Enter", TEXT, false],
  ["Ctrl+z", TEXT, false],
  ["Ctrl+z", COMMENT, true],
  ["Ctrl+s", COMMENT, false],
  ["F2", TEXT, false],
  ["Alt+c", TEXT, false],
  ["Alt+c", COMMENT, false],
  ["Alt+ç", TEXT, true],
  ["Alt+ArrowLeft", TEXT, true],
  ["1", CHOICE, false],
  ["ArrowDown", CHOICE, true],
  [" ", CHOICE, true],
  ["Escape", CHOICE, false],
  ["Ctrl+ArrowRight", CHOICE, false],
])("%s in %o belongs to the field: %s", (keys, field, is) => {
  expect(isOfField(press(keys), field)).toBe(is);
});
