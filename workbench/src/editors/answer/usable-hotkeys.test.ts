import { expect, test } from "vitest";
import { givenProject } from "../../../test/given.ts";
import { pickableLabels } from "../labels/pickable.ts";
import { withUsableHotkeys } from "./usable-hotkeys.ts";

test("a label whose key belongs to the editor gets the next digit", () => {
  const project = givenProject({ labels: ["a", "b"] });
  const labels = project.labels.map((label) => ({ ...label, hotkey: label.name }));
  const keysIn = (annotation_type: string) =>
    pickableLabels(withUsableHotkeys({ ...project, annotation_type, labels })).map(({ key }) => key);

  expect(keysIn("bbox")).toEqual(["a", "Digit1"]);
  expect(keysIn("classification")).toEqual(["a", "b"]);
});
