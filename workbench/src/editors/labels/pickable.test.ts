import { expect, test } from "vitest";
import { givenProject } from "../../../test/given.ts";
import { sharedKeys } from "../../actions/action.ts";
import { labelActions, pickableLabels, shownKey } from "./pickable.ts";

test("labels take the digits in their order, then the digits with Shift, and then none", () => {
  const labels = pickableLabels(givenProject({ labels: Array.from({ length: 22 }, (_, n) => `label ${n}`) }));

  expect(labels.map(({ key }) => key && shownKey(key)).join(" ")).toBe(
    "1 2 3 4 5 6 7 8 9 0 Shift 1 Shift 2 Shift 3 Shift 4 Shift 5 Shift 6 Shift 7 Shift 8 Shift 9 Shift 0  ",
  );
});

test("a label's own key is kept, and the digit that it takes is given to no other", () => {
  const project = givenProject({ labels: ["a", "b", "c"] });
  const [first, second, third] = project.labels;
  const labels = [
    { ...first, hotkey: null },
    { ...second, hotkey: "1" },
    { ...third, hotkey: "q" },
  ] as typeof project.labels;
  const picked = pickableLabels({ ...project, labels });

  expect(picked.map(({ key }) => key)).toEqual(["Digit2", "Digit1", "q"]);
  expect(sharedKeys(labelActions(picked, () => undefined))).toEqual([]);
});

test("a key of the editor is not taken by a label, which gets the next digit", () => {
  const project = givenProject({ labels: ["a", "b"] });
  const labels = project.labels.map((label) => ({ ...label, hotkey: label.name }));

  expect(pickableLabels({ ...project, labels }, [], "BV").map(({ key }) => key)).toEqual(["a", "Digit1"]);
});

test("retired labels cannot be picked, and the names above a label are told", () => {
  const project = givenProject({ labels: ["animal", "dog", "old"] });
  const labels = project.labels.map((label) => ({
    ...label,
    parent: label.name === "dog" ? "animal" : null,
    retired: label.name === "old",
  }));

  expect(pickableLabels({ ...project, labels }).map(({ name, path }) => [...path, name].join(" › "))).toEqual(
    ["animal", "animal › dog"],
  );
});

test("without labels of the project those that are used can be picked again", () => {
  expect(pickableLabels(givenProject({}), ["b", "a", "b"]).map(({ name }) => name)).toEqual(["b", "a"]);
});
