import { expect, test } from "vitest";
import { givenProject } from "../../test/given.ts";
import { rejectionOf } from "./rejection.ts";

const [yes, no, maybe] = givenProject({ labels: ["yes", "no", "maybe"] }).labels;
const project = (...labels: readonly (typeof yes)[]) => ({ labels: labels.flatMap((label) => label ?? []) });

test("of two labels the other one is right", () => {
  expect(rejectionOf(project(yes, no), "yes")).toEqual({ label: "no" });
  expect(rejectionOf(project(yes, no), "no")).toEqual({ label: "yes" });
});

test("a retired label is not one of two", () => {
  const retired = maybe && { ...maybe, retired: true };
  expect(rejectionOf(project(yes, retired, no), "yes")).toEqual({ label: "no" });
  expect(rejectionOf(project(yes, retired), "maybe")).toEqual({ reason: "Rejected suggestion: maybe" });
});

test.each([
  ["of three labels", project(yes, no, maybe)],
  ["of one label", project(yes)],
  ["without labels", project()],
])("%s nobody knows the right one", (_, given) => {
  expect(rejectionOf(given, "yes")).toEqual({ reason: "Rejected suggestion: yes" });
});
