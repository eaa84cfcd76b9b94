import { text } from "node:stream/consumers";
import { orderAnswers } from "@assay/domain/consensus/answers.ts";
import { decideLabels } from "@assay/domain/consensus/consensus.ts";

interface Crowd {
  readonly items: number;
  readonly workers: number;
  readonly labels: number;
  readonly item: readonly number[];
  readonly worker: readonly number[];
  readonly label: readonly number[];
}

/** Reads the answers of a crowd as JSON from the standard input, and prints labels, their support and the model's belief as JSON. */
async function main(): Promise<void> {
  const crowd: Crowd = JSON.parse(await text(process.stdin));
  const named = (count: number) =>
    Array.from({ length: count }, (_, place) => String(place).padStart(6, "0"));
  const answers = orderAnswers({
    ...{ items: crowd.items, workers: crowd.workers, labels: crowd.labels },
    item: Uint32Array.from(crowd.item),
    worker: Uint32Array.from(crowd.worker),
    label: Uint32Array.from(crowd.label),
    names: { items: named(crowd.items), workers: named(crowd.workers) },
  });
  const { method, label, support, belief } = decideLabels(answers);
  process.stdout.write(
    JSON.stringify({ method, label: [...label], support: [...support], belief: [...belief] }),
  );
}

await main();
