import { parseArgs } from "node:util";
import { seededRandom } from "@assay/domain/agreement.ts";
import { decideSpans } from "@assay/domain/types/named-entity-recognition/batch-consensus.ts";
import { spanConsensus } from "@assay/domain/types/named-entity-recognition/consensus.ts";
import { spanKey } from "@assay/domain/types/named-entity-recognition/marks.ts";
import type { Span } from "@assay/domain/types/named-entity-recognition/schema.ts";
import { table } from "../../cli/src/table.ts";

const LABELS = ["person", "organization", "place", "other"];
const TEXT_LENGTH = 60;
const SEEDS = [1, 2, 3, 4];

interface Setting {
  /** Answers per text; a tie gets one more. */
  readonly overlap: number;
  readonly annotators: number;
  readonly texts: number;
  /** 0 to 1, how far the worst annotators are from the best. */
  readonly errors: number;
  /** Whether wrong ends are always too late, by one or two places. */
  readonly isBiased: boolean;
}

/**
 * Simulates annotators who miss spans, move their ends, confuse labels and add spans, each with rates of their own. A
 * text whose answers tie gets one more; if they still tie, an adjudicator gives the truth. Prints the F1 of the
 * delivered spans with each text's own consensus, and after the model of the whole batch.
 */
function main(): void {
  const { values } = parseArgs({ options: { texts: { type: "string", default: "400" } } });
  const texts = Number(values.texts);
  const settings = [2, 3, 5].flatMap((overlap) =>
    [47, 8].flatMap((annotators) =>
      [1, 0.4].flatMap((errors) =>
        [false, true].map((isBiased): Setting => ({ overlap, annotators, texts, errors, isBiased })),
      ),
    ),
  );
  const rows = settings.map((setting) => {
    const runs = SEEDS.map((seed) => simulate(setting, seededRandom(seed)));
    const mean = (of: (run: (typeof runs)[number]) => number) =>
      (runs.reduce((sum, run) => sum + of(run), 0) / runs.length).toFixed(3);
    const { overlap, annotators, errors, isBiased } = setting;
    return {
      ...{ overlap, annotators, errors, "late ends": isBiased ? "always" : "half" },
      ...{ ties: mean((run) => run.ties), adjudicated: mean((run) => run.adjudicated) },
      ...{ "own consensus": mean((run) => run.own), model: mean((run) => run.model) },
    };
  });
  process.stdout.write(`${table(rows)}\n`);
}

function simulate(setting: Setting, random: () => number) {
  const annotate = createAnnotators(setting, random);
  let [ties, adjudicated] = [0, 0];
  const items = Array.from({ length: setting.texts }, () => {
    const truth = makeText(random);
    const all = annotate(truth);
    const voted = [all.slice(0, -1), all].map((answers) => ({
      answers,
      consensus: spanConsensus(answers.map(({ result }) => result)),
    }));
    const settled = voted.find(({ consensus }) => consensus !== null);
    if (voted[0]?.consensus === null) ties += 1;
    if (settled === undefined) adjudicated += 1;
    const { spans } = (settled?.consensus?.result ?? { spans: truth }) as { spans: Span[] };
    return {
      truth,
      spans,
      answers: settled?.answers ?? all,
      known: settled === undefined ? { spans } : null,
    };
  });
  const { results } = decideSpans(items);
  const decided = items.map(({ spans }, index) => {
    const result = (results[index]?.result ?? { spans }) as { spans: Span[] };
    return result.spans;
  });
  const truths = items.map(({ truth }) => truth);
  return {
    ...{ ties: ties / setting.texts, adjudicated: adjudicated / setting.texts },
    own: f1Of(
      truths,
      items.map(({ spans }) => spans),
    ),
    model: f1Of(truths, decided),
  };
}

function f1Of(truths: readonly (readonly Span[])[], delivered: readonly (readonly Span[])[]): number {
  let [shared, all] = [0, 0];
  for (const [index, truth] of truths.entries()) {
    const keys = new Set(truth.map(spanKey));
    const given = delivered[index] ?? [];
    shared += given.filter((span) => keys.has(spanKey(span))).length;
    all += truth.length + given.length;
  }
  return (2 * shared) / all;
}

function makeText(random: () => number): Span[] {
  const spans: Span[] = [];
  for (let start = below(random, 6); start < TEXT_LENGTH - 5; ) {
    const end = start + 1 + Math.min(below(random, 3), below(random, 4));
    spans.push({ start, end, label: labelOf(Math.min(below(random, 4), below(random, 4))) });
    start = end + 3 + below(random, 14);
  }
  return spans;
}

/** Returns a function that gives a text to `overlap` + 1 random annotators. */
function createAnnotators({ overlap, annotators, errors, isBiased }: Setting, random: () => number) {
  const rates = Array.from({ length: annotators }, () => ({
    ...{ missed: 0.1 + 0.55 * random() * errors, moved: 0.02 + 0.25 * random() * errors },
    ...{ confused: 0.02 + 0.25 * random() * errors, added: 0.3 * random() * errors, isBiased },
  }));
  return (truth: readonly Span[]) => {
    const chosen = new Set<number>();
    while (chosen.size <= overlap) chosen.add(below(random, annotators));
    return [...chosen].flatMap((who) => {
      const own = rates[who];
      return own === undefined
        ? []
        : [{ annotator: `${who}`, result: { spans: answer(truth, own, random) } }];
    });
  };
}

interface Rates {
  readonly missed: number;
  readonly moved: number;
  readonly confused: number;
  readonly added: number;
  readonly isBiased: boolean;
}

function answer(truth: readonly Span[], rates: Rates, random: () => number): Span[] {
  const given = truth
    .filter(() => random() >= rates.missed)
    .map((span) => (random() < rates.moved ? moved(span, rates, random) : span))
    .map((span) => (random() < rates.confused ? { ...span, label: labelOf(below(random, 4)) } : span));
  const start = below(random, TEXT_LENGTH - 4);
  if (random() < rates.added)
    given.push({ start, end: start + 1 + below(random, 2), label: labelOf(below(random, 4)) });
  const sorted = given.sort((a, b) => a.start - b.start);
  return sorted.filter(({ start }, index) => sorted.slice(0, index).every(({ end }) => end <= start));
}

function moved(span: Span, { isBiased }: Rates, random: () => number): Span {
  if (isBiased) return { ...span, end: span.end + 1 + below(random, 2) };
  const isEnd = random() < 0.5;
  const step = random() < 0.5 || span.end - span.start === 1 ? 1 : -1;
  return isEnd ? { ...span, end: span.end + step } : { ...span, start: Math.max(0, span.start - step) };
}

function labelOf(place: number): string {
  return LABELS[place] ?? "other";
}

function below(random: () => number, bound: number): number {
  return Math.floor(random() * bound);
}

main();
