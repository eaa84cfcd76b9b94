import { expect, test } from "vitest";
import { keyName } from "./key-name.ts";

test("a key has the name that is printed on keyboards", () => {
  expect(["Ctrl+Shift+Z", "Digit1", "Ctrl++", "ArrowLeft"].map(keyName)).toEqual([
    "Ctrl Shift Z",
    "1",
    "Ctrl +",
    "Left",
  ]);
});
