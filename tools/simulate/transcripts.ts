import { parseArgs } from "node:util";
import { seededRandom } from "@assay/domain/agreement.ts";
import { wordErrorRate } from "@assay/domain/types/transcription/compare.ts";
import { textConsensus } from "@assay/domain/types/transcription/consensus.ts";

const WORDS = 2_000;

/**
 * Simulates people who transcribe texts of 5 to 24 words: they replace words by similar ones, leave words out, add
 * some, and some change the order of two parts. Prints a JSON object per number of answers, with the answers, the
 * truth, Assay's consensus (null for a tie) and its mean word error rate. `rover.py` adds crowd-kit's ROVER.
 */
function main(): void {
  const { values } = parseArgs({ options: { texts: { type: "string", default: "600" } } });
  for (const answers of [2, 3, 5, 7]) {
    const random = seededRandom(answers);
    const skills = Array.from({ length: 30 }, () => 0.02 + 0.2 * random());
    const texts = Array.from({ length: Number(values.texts) }, () => {
      const words = Array.from({ length: 5 + below(random, 20) }, () => wordOf(WORDS * random() ** 3));
      const given = Array.from({ length: answers }, () =>
        heard(words, skills[below(random, 30)] ?? 0, random),
      );
      const consensus = textConsensus(given.map((text) => ({ text })))?.result.text ?? null;
      return { truth: words.join(" "), answers: given, consensus };
    });
    const errors = texts.flatMap(({ truth, consensus }) =>
      consensus === null ? [] : [wordErrorRate(consensus, truth)],
    );
    const wer = errors.reduce((sum, one) => sum + one, 0) / errors.length;
    process.stdout.write(`${JSON.stringify({ answers, wer, ties: texts.length - errors.length, texts })}\n`);
  }
}

/** The words as one annotator writes them, each wrong with the chance `errors`. */
function heard(words: readonly string[], errors: number, random: () => number): string {
  const written = words.flatMap((word) => {
    const kind = random() < errors ? random() : 1;
    if (kind < 0.6) return [`${word}${"xyz"[below(random, 3)]}`];
    if (kind < 0.8) return [];
    return kind < 1 ? [word, wordOf(below(random, WORDS))] : [word];
  });
  const cut = random() < errors / 4 ? below(random, written.length) : 0;
  return [...written.slice(cut), ...written.slice(0, cut)].join(" ");
}

function wordOf(rank: number): string {
  return `w${Math.floor(rank).toString(26)}`;
}

function below(random: () => number, bound: number): number {
  return Math.floor(random() * bound);
}

main();
