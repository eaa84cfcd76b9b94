import { strings } from "#strings/editors/labels.ts";
import type { Editor } from "../editor.ts";
import { GIVEN, givenLabels, labelsIn } from "./answer.ts";

const load = async () => (await import("./TextClassification.tsx")).TextClassification;

/** One label per text; one entry holds it. */
export const textClassification: Editor = {
  load,
  toEntries: (result) => labelsIn(result).map((name) => [GIVEN + name, true]),
  toResult: (entries) => ({ label: givenLabels(entries)[0] }),
  missing: (entries) => (givenLabels(entries).length === 0 ? strings.missing : null),
};

/** Any number of labels per text, one entry each; no label is a valid answer. */
export const textLabels: Editor = {
  load,
  toEntries: textClassification.toEntries,
  toResult: (entries) => ({ labels: givenLabels(entries) }),
  missing: () => null,
};
