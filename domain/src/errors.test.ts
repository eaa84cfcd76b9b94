import fc from "fast-check";
import { expect, test } from "vitest";
import { cutMiddle, ServiceError } from "./errors.ts";

test("an error that quotes what was sent is short, and keeps its begin and its end", () => {
  const long = "x".repeat(2_000_000);
  const faults = [{ path: long, message: `must not be ${long}` }];
  const error = new ServiceError("invalid_request", `unknown name ${long}; send another`, { faults });
  expect(error.message).toHaveLength(10_000);
  expect(error.message).toMatch(/^unknown name x+…x+; send another$/);
  expect(error.faults.map(({ path, message }) => [path.length, message.length])).toEqual([[1_000, 1_000]]);
  expect(new ServiceError("not_found", "there is no batch").message).toBe("there is no batch");
});

test("a text without its middle is at most two short of the limit, cuts no character, and a short one stays", () => {
  fc.assert(
    fc.property(
      fc.string({ unit: fc.constantFrom("a", "😀"), maxLength: 60 }),
      fc.integer({ min: 8, max: 40 }),
      (text, most) => {
        const cut = cutMiddle(text, most);
        if (text.length <= most) expect(cut).toBe(text);
        else {
          expect([most - 2, most - 1, most]).toContain(cut.length);
          expect(cut).toMatch(/^(a|😀)*…(a|😀)*$/u);
        }
      },
    ),
  );
});
