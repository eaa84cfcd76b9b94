import { expect, test } from "vitest";
import { givenItem } from "../../../test/given.ts";
import { prettyJson, responsesOf } from "./conversation.ts";

test("the author of a response is not shown", () => {
  const responses = [
    { id: "a", text: "One", model: "large-1" },
    { id: "b", text: "Two", model: "small-2" },
  ];
  const shown = responsesOf(givenItem({ conversation: { messages: [], responses } }));

  expect(shown.map(({ letter }) => letter)).toEqual(["A", "B"]);
  expect(JSON.stringify(shown)).not.toMatch(/large|small|model/);
});

test("JSON gets a line for each value, but not where it is nested so deeply that its indentation fills the memory", () => {
  expect(prettyJson('{"q":["a"]}')).toBe('{\n  "q": [\n    "a"\n  ]\n}');
  const deep = `${"[".repeat(4_000)}${"]".repeat(4_000)}`;
  expect(prettyJson(deep) === deep).toBe(true); // a difference of 32 MB takes minutes to print
  expect(prettyJson("no JSON")).toBe("no JSON");
});
