import { beforeEach, expect, test } from "vitest";
import { resetKeys, setKeys } from "./own-keys.ts";
import { choose, heldUses, pointerChoices } from "./pointer-choices.ts";

const USUAL = { pan: "space", wheel: "zoom", edit: "Alt", free: "Ctrl", add: "Shift" };
const NONE = { altKey: false, ctrlKey: false, metaKey: false, shiftKey: false };

beforeEach(() => {
  Object.assign(globalThis, { localStorage: { getItem: () => null, setItem() {}, removeItem() {} } });
  resetKeys();
});

test("a modifier that has another use changes places with the one that it replaces", () => {
  expect(pointerChoices()).toEqual(USUAL);
  choose("edit", "Ctrl");
  expect(pointerChoices()).toEqual({ ...USUAL, edit: "Ctrl", free: "Alt" });
  expect(heldUses({ ...NONE, metaKey: true })).toEqual({ edit: true, free: false, add: false });
  choose("add", "Ctrl");
  expect(pointerChoices()).toEqual({ ...USUAL, edit: "Shift", free: "Alt", add: "Ctrl" });
  resetKeys();
  expect(pointerChoices()).toEqual(USUAL);
});

test("other choices are kept by themselves", () => {
  choose("pan", "secondary");
  choose("wheel", "scroll");
  expect(pointerChoices()).toEqual({ ...USUAL, pan: "secondary", wheel: "scroll" });
});

test("what cannot be chosen, and one modifier for two uses, count as the usual choice", () => {
  setKeys("pointer.pan", ["Alt"]);
  setKeys("pointer.edit", ["Ctrl"]);
  expect(pointerChoices()).toEqual(USUAL);
});
