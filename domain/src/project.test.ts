import { expect, test } from "vitest";
import { assertStatusChange, PROJECT_STATUSES } from "./project.ts";

test("a project may change to any status except from archived to paused", () => {
  const refused: string[] = [];
  for (const from of PROJECT_STATUSES) {
    for (const to of PROJECT_STATUSES) {
      try {
        assertStatusChange(from, to);
      } catch (error) {
        expect(error).toMatchObject({ code: "invalid_state" });
        refused.push(`${from} ${to}`);
      }
    }
  }
  expect(refused).toEqual(["archived paused"]);
});

test("the error of a refused change names the allowed statuses", () => {
  expect(() => assertStatusChange("archived", "paused")).toThrow(
    "a project that is archived can become active, not paused",
  );
});
