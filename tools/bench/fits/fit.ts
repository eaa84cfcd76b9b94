import { readFile } from "node:fs/promises";
import { orderAnswers } from "@assay/domain/consensus/answers.ts";
import { decideLabels } from "@assay/domain/consensus/consensus.ts";
import { peakMiB } from "../memory.ts";
import { LABELS, WORKERS } from "./answers.ts";
import type { Fit } from "./fits.ts";

/**
 * Computes the labels of a file of answers, written by `fits.ts`, as a batch gets them (`auto`), in a separate process so
 * that its peak memory is that of the answers and the model. Prints a `Fit`.
 */
async function main([file = ""]: readonly string[]): Promise<void> {
  const bytes = await readFile(file);
  const count = bytes.byteLength / (3 * Uint32Array.BYTES_PER_ELEMENT);
  const column = (index: number) =>
    new Uint32Array(bytes.buffer, bytes.byteOffset, 3 * count).subarray(index * count, (index + 1) * count);
  const [item, worker, label] = [column(0), column(1), column(2)];
  const items = (item.at(-1) ?? -1) + 1;
  const begun = performance.now();
  const answers = orderAnswers({ items, workers: WORKERS, labels: LABELS, item, worker, label });
  const decided = decideLabels(answers, "auto");
  const seconds = (performance.now() - begun) / 1_000;
  const fit: Fit = { seconds, peak_mib: await peakMiB(process.pid), labels: [...decided.label] };
  process.stdout.write(JSON.stringify(fit));
}

await main(process.argv.slice(2));
