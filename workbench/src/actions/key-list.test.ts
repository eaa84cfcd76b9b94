import "../../test/edge.ts";
import { expect, test } from "vitest";
import { type Action, inGroup } from "./action.ts";
import { findActions, keyList } from "./key-list.ts";

const action = (id: Action["id"], title: string, ...keys: readonly string[]): Action => ({
  ...{ id, title, keys, run: () => undefined },
});

const ACTIONS = [
  ...inGroup("drawing", [action("image.box", "Box", "B")]),
  action("image.nudge-left", "Move by 1 pixel", "ArrowLeft"),
  action("label.cow", "Label: cow", "Digit1"),
  action("image.nudge-right", "Move by 1 pixel", "ArrowRight"),
  action("work.submit", "Submit", "Ctrl+Enter"),
  action("stream.advance", "Open the next item by itself"),
  action("new-thing.run", "Run"),
];

/** The headings with the titles below each. */
const listed = (sought: string) =>
  Object.fromEntries([...keyList(ACTIONS, sought)].map(([heading, rows]) => [heading, [...rows.keys()]]));

test("actions stand below the headings of their groups, in the order of these, one in several directions once", () => {
  expect(Object.entries(listed(""))).toEqual([
    ["Item", ["Submit", "Open the next item by itself"]],
    ["Labels", ["Label: cow"]],
    ["Tools and drawing", ["Box"]],
    ["Objects", ["Move by 1 pixel"]],
    ["Other actions", ["Run"]],
  ]);
});

test("a list of keys is searched by heading, title and key", () => {
  expect(listed(" cow ")).toEqual({ Labels: ["Label: cow"] });
  expect(listed("ctrl enter")).toEqual({ Item: ["Submit"] });
  expect(listed("objects")).toEqual({ Objects: ["Move by 1 pixel"] });
  expect(listed("none such")).toEqual({});
});

test("actions are found by the words of their names, first those with words that begin so", () => {
  const found = (words: string) => findActions(ACTIONS, words).map(({ title }) => title);
  expect(found("it")).toEqual(["Open the next item by itself", "Submit"]);
  expect(found(" next OP")).toEqual(["Open the next item by itself"]);
  expect(found("")).toHaveLength(ACTIONS.length);
  expect(found("none such")).toEqual([]);
});

test("of several open actions with one id, the first that is enabled is found", () => {
  const go = (title: string, isOn: boolean) => ({ ...action("questions.go", title), isEnabled: () => isOn });
  const found = findActions([go("Off", false), go("Inner", true), go("Outer", true)], "");
  expect(found.map(({ title }) => title)).toEqual(["Inner"]);
});
