import { orderAnswers } from "../consensus/answers.ts";
import { decideLabels } from "../consensus/consensus.ts";

/** A delivered label with the answers that people gave to the item. */
export interface AnsweredLabel {
  readonly label: string;
  /** Each annotator once; empty if nobody answered, or their answers say nothing about the label. */
  readonly answers: readonly { readonly annotator: string; readonly label: string }[];
}

/**
 * How strongly a model of the annotators believes in each delivered label, 0 to 1; null for items without answers. The model is
 * the one that `decideLabels` chooses for these items: an annotator who often differs from the others counts less. For a label that it would not choose, what is
 * left of its belief in the label that it would.
 */
export function beliefsIn(items: readonly AnsweredLabel[]): (number | null)[] {
  const [annotators, labels] = [createPlaces(), createPlaces()];
  const [item, worker, label]: [number[], number[], number[]] = [[], [], []];
  for (const [place, { answers }] of items.entries()) {
    for (const answer of answers) {
      item.push(place);
      worker.push(annotators.place(answer.annotator));
      label.push(labels.place(answer.label));
    }
  }
  if (item.length === 0) return items.map(() => null);
  const decided = decideLabels(
    orderAnswers({
      ...{ items: items.length, workers: annotators.count(), labels: labels.count() },
      ...{ item: Uint32Array.from(item), worker: Uint32Array.from(worker), label: Uint32Array.from(label) },
    }),
  );
  return items.map(({ label: delivered, answers }, place) => {
    if (answers.length === 0) return null;
    const belief = Math.min(1, decided.belief[place] ?? 0); // a sum of shares may exceed 1 by rounding
    return decided.label[place] === labels.place(delivered) ? belief : 1 - belief;
  });
}

/** Numbers names from 0, in the order in which they come. */
function createPlaces() {
  const places = new Map<string, number>();
  return {
    place(name: string) {
      const known = places.get(name) ?? places.size;
      places.set(name, known);
      return known;
    },
    count: () => places.size,
  };
}
