import { expect, test } from "vitest";
import { givenItem } from "../../../test/given-item.ts";
import { textGeneration as type } from "./text-generation.ts";

const written = (text: string) => ({ text });

test("an item takes one answer, and several different ones are a tie", () => {
  expect(type.takes_one_answer).toBe(true);
  expect(type.consensus([written("A dog.")])).toEqual({ result: written("A dog."), support: 1 });
  expect(type.consensus([written("A dog."), written("A dog.\n")])).toEqual({
    result: written("A dog."),
    support: 1,
  });
  expect(type.consensus([written("A dog."), written("A cat.")])).toBeNull();
});

test("a text is acceptable if the auditor changed nothing but white space at its ends", () => {
  expect(type.acceptable(written("A dog."), written(" A dog.\n"), { strict: true })).toBe(true);
  expect(type.acceptable(written("A dog."), written("a dog."), { strict: false })).toBe(false);
  expect([type.distance(written("a"), written("a")), type.distance(written("a"), written("b"))]).toEqual([
    0, 1,
  ]);
});

test("a blank text is refused", () => {
  expect(type.validate(written(" \n"), givenItem({}), null)).toEqual([
    { path: "text", message: "must not be blank" },
  ]);
  expect(type.validate(written(""), givenItem({}), null)).toEqual([
    { path: "text", message: "must not be empty" },
  ]);
});
