import Type from "typebox";
import type { Fault } from "../../errors.ts";
import { LabelName } from "../../labels.ts";
import { defineType, labelFaults, MAX_OBJECTS } from "../define-type.ts";
import { masi } from "../masi.ts";
import { tally } from "../vote.ts";

const MultilabelResult = Type.Object(
  {
    labels: Type.Array(LabelName, {
      maxItems: MAX_OBJECTS,
      description: "Each label once; an empty list is a valid answer.",
    }),
  },
  {
    additionalProperties: false,
    description: "Every label that fits the item.",
    examples: [{ labels: ["indoor", "night"] }, { labels: [] }],
  },
);

/**
 * Any number of labels for each item.
 *
 * Consensus: each label is a separate question, yes if more than half of the answers give it; a label that
 * exactly half give makes the item a tie. Models of annotators decide each label of a batch in the same way.
 * Support is that of the label with the least agreement. Distance: MASI. Acceptable: the same labels.
 */
export const multilabelClassification = defineType(MultilabelResult, {
  name: "multilabel_classification",
  aliases: ["image_tagging"],
  media: ["image", "text", "conversation"],
  default_format: "jsonl",
  *faults({ labels }, _item, allowed) {
    const seen = new Set<string>();
    for (const [index, label] of labels.entries()) {
      const path = `labels.${index}`;
      yield* labelFaults(path, label, allowed);
      if (seen.has(label)) yield repeated(path, label);
      seen.add(label);
    }
  },
  labels: ({ labels }) => labels,
  resultOf: (labels) => ({ labels: labels.toSorted() }),
  mapLabels: ({ labels }, rename) => ({ labels: [...new Set(labels.map(rename))] }),
  distance: (a, b) => masi(a.labels, b.labels),
  consensus(results) {
    const counts = [...tally(results.flatMap(({ labels }) => labels))];
    if (counts.some(([, count]) => 2 * count === results.length)) return null;
    const labels = counts.filter(([, count]) => 2 * count > results.length).map(([label]) => label);
    const backing = counts.map(([, count]) => Math.max(count, results.length - count));
    return {
      result: { labels: labels.toSorted() },
      support: Math.min(results.length, ...backing) / results.length,
    };
  },
  acceptable: (delivered, audited) => masi(delivered.labels, audited.labels) === 0,
});

function repeated(path: string, label: string): Fault {
  return { path, message: `must not repeat "${label}"` };
}
