import Type, { type Static } from "typebox";
import { LabelName } from "../labels.ts";
import { labelFaults, type TypedAnnotationType } from "./define-type.ts";
import { plurality } from "./vote.ts";

/** The result of every type that gives an item exactly one label. */
export const SingleLabel = Type.Object(
  { label: LabelName },
  {
    additionalProperties: false,
    description: "The one label of the item.",
    examples: [{ label: "cat" }],
  },
);
type SingleLabel = Static<typeof SingleLabel>;

/**
 * The common rules of all single-label types: answers are equal or not, and the most frequent label wins. A
 * shared top count is a tie, never broken by the order of labels or answers.
 */
export const singleLabel: Omit<TypedAnnotationType<SingleLabel>, "name" | "aliases" | "media"> = {
  default_format: "jsonl",
  faults: ({ label }, _item, allowed) => labelFaults("label", label, allowed),
  labels: ({ label }) => [label],
  labelOf: ({ label }) => label,
  resultOf: ([label = ""]) => ({ label }),
  mapLabels: ({ label }, rename) => ({ label: rename(label) }),
  distance: (a, b) => (a.label === b.label ? 0 : 1),
  consensus: (results) => {
    const top = plurality(results.map(({ label }) => label));
    return top && { result: { label: top.value }, support: top.count / results.length };
  },
  acceptable: (delivered, audited) => delivered.label === audited.label,
};
