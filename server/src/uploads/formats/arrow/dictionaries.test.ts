import { expect, test } from "vitest";
import { createDictionaries } from "./dictionaries.ts";

test("dictionaries that take each other's place have 2 GiB together at most", () => {
  const { add } = createDictionaries();
  const part = { length: 1, at: () => "value", bytes: 32 * 1024 * 1024 };
  for (let count = 0; count < 64; count += 1) add(1, false, part);

  expect(() => add(1, false, part)).toThrow("has dictionaries of more than 2 GiB");
});
