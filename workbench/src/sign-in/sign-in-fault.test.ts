import { expect, test } from "vitest";
import { readSignInFault } from "./sign-in-fault.ts";

test("an address selects a message and cannot contain one", () => {
  expect(readSignInFault("used_link")).toBe("used_link");
  for (const other of ["Call 555-0100 to unlock your account", "toString", "", 1, undefined]) {
    expect(readSignInFault(other)).toBeUndefined();
  }
});
