import { expect, test } from "vitest";
import { givenProject } from "../../../test/given.ts";
import { sharedKeys } from "../../actions/action.ts";
import { shownKey } from "./label-keys.ts";
import { labelActions, pickableLabels } from "./pickable.ts";

test("labels get the digits in order, then Shift with the digits, then no key", () => {
  const labels = pickableLabels(givenProject({ labels: Array.from({ length: 22 }, (_, n) => `label ${n}`) }));

  expect(labels.map(({ key }) => key && shownKey(key)).join(" ")).toBe(
    "1 2 3 4 5 6 7 8 9 0 Shift 1 Shift 2 Shift 3 Shift 4 Shift 5 Shift 6 Shift 7 Shift 8 Shift 9 Shift 0  ",
  );
});

test("a label keeps its own key, and no other label gets that digit", () => {
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

test("retired labels cannot be chosen, and a label lists the names above it", () => {
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

test("a project without labels offers the labels in use", () => {
  expect(pickableLabels(givenProject({}), ["b", "a", "b"]).map(({ name }) => name)).toEqual(["b", "a"]);
});
