import { expect, test } from "vitest";
import { givenItem } from "../../../test/given.ts";
import { responsesOf } from "./conversation.ts";

test("the author of a response is not shown", () => {
  const responses = [
    { id: "a", text: "One", model: "large-1" },
    { id: "b", text: "Two", model: "small-2" },
  ];
  const shown = responsesOf(givenItem({ conversation: { messages: [], responses } }));

  expect(shown.map(({ letter }) => letter)).toEqual(["A", "B"]);
  expect(JSON.stringify(shown)).not.toMatch(/large|small|model/);
});
