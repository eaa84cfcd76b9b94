import { expect, test } from "vitest";
import { createDocument } from "../drafts/document.ts";
import { change } from "../editors/entries.ts";
import { createShownAnswer } from "./shown-answer.ts";

const entriesOf = (object: object) => new Map<string, unknown>(Object.entries(object));

function given(own: object, looked: object, isMany = false) {
  const document = createDocument<unknown>(entriesOf(own));
  const told: string[] = [];
  const shown = createShownAnswer(document, { entries: entriesOf(looked), isMany }, () => told.push("own"));
  shown.subscribe(({ name }) => told.push(name));
  return { document, shown, told };
}

test("the shown answer is not the own one until it is changed, and undo brings the own one back", () => {
  const { document, shown, told } = given({ a: 1 }, { b: 2, c: 3 });
  expect(shown.entries()).toEqual(entriesOf({ b: 2, c: 3 }));
  expect(document.entries()).toEqual(entriesOf({ a: 1 }));
  change(shown, "more", [["d", 4]]);
  expect(document.entries()).toEqual(entriesOf({ b: 2, c: 3, d: 4 }));
  expect(shown.entries()).toEqual(document.entries());
  expect(told).toEqual(["own", "more"]);
  shown.undo();
  expect(shown.entries()).toEqual(entriesOf({ a: 1 }));
});

test("a change that keeps the shown answer as it is makes it the own one", () => {
  const { document, shown, told } = given({}, { b: 2 });
  shown.apply({ name: "keep", edits: [] });
  expect(document.entries()).toEqual(entriesOf({ b: 2 }));
  expect(told).toEqual(["own"]); // the same entries: nothing to draw again
});

test("of several answers at once only the changed parts become the own ones", () => {
  const { document, shown } = given({ a: 1 }, { b: 2, c: 3 }, true);
  change(shown, "moved", [["b", 5]]);
  expect(document.entries()).toEqual(entriesOf({ a: 1, b: 5 }));
  expect(shown.entries()).toEqual(document.entries());
});

test("a change of the own answer shows it, and the next answer to look at is shown again", () => {
  const { document, shown, told } = given({}, { b: 2 });
  change(document, "picked", [["c", 3]]);
  expect(shown.entries()).toEqual(entriesOf({ c: 3 }));
  shown.show({ entries: entriesOf({ d: 4 }), isMany: false });
  expect(shown.entries()).toEqual(entriesOf({ d: 4 }));
  shown.show(null);
  expect(shown.entries()).toEqual(entriesOf({ c: 3 }));
  expect(told).toEqual(["own", "picked", "", ""]);
});
