import { NONE, orderAnswers } from "../../consensus/answers.ts";
import { fitsMemory } from "../../consensus/choose.ts";
import { createColumn, createPlaces } from "../../consensus/columns.ts";
import { believe, createDawidSkene, MATRIX_STEPS } from "../../consensus/dawid-skene.ts";
import { fitBy } from "../../consensus/fit.ts";
import { at } from "../../consensus/numbers.ts";
import type { AnsweredItem, BatchDecision, Consensus } from "../annotation-type.ts";
import { tally } from "../vote.ts";
import { bySpan, spanKey } from "./marks.ts";
import type { NamedEntityResult, Span } from "./schema.ts";

/** Items with fewer answers keep their own consensus: two annotators cannot outvote each other. */
const LEAST_ANSWERS = 3;
/** The most tags of one model: about ten seconds of work. */
const MAX_TAGS = 2 ** 24;
/** The tag of a part of the text that is in no span. */
const OUTSIDE = 0;
/** A belief below this is 0 to a fit; its logarithm is not. */
const LEAST_BELIEF = 1e-17;
/** Scores closer than this differ only by the order in which they were summed. */
const ROUNDING = 1e-9;

/** An item whose answers are written as tags. */
interface TaggedItem {
  readonly index: number;
  /** Where the parts of its text begin, and where the last part ends. */
  readonly cuts: readonly number[];
  /** The number of its first part in the model. */
  readonly first: number;
}

/**
 * Decides the spans of a batch by a Dawid–Skene model of its annotators. The ends of all spans that anybody gave cut
 * the text of an item into parts. Each annotator gives each part a tag: outside, or the first or a later part of a
 * span with some label. Of the spans that somebody gave to the item, the result is the set without overlaps that the
 * model finds likeliest.
 *
 * An item keeps its consensus (null) if it has fewer than three answers, equal answers, overlapping spans or relations
 * in an answer, or two likeliest sets. Known items measure the annotators and are not decided. All items keep theirs
 * if the model would take more than 128 MiB or 16 million tags. The order of items and answers does not matter.
 * O(tags · labels) per iteration.
 *
 * Source: Dawid and Skene (1979), with tags as in F. Rodrigues, F. Pereira, B. Ribeiro, "Sequence labeling with
 * multiple annotators", Machine Learning 95 (2014). Choosing among given spans is our own.
 */
export function decideSpans(items: readonly AnsweredItem<NamedEntityResult>[]): BatchDecision {
  const { answers, truth, tagged, labelPlace } = tagItems(items);
  const results = new Array<Consensus | null>(items.length).fill(null);
  if (answers.labels < 2 || answers.worker.length > MAX_TAGS || !fitsMemory(answers))
    return { results, iterations: 0 };
  const state = createDawidSkene(answers, truth);
  const { objectives } = fitBy(state, MATRIX_STEPS);
  for (const { index, cuts, first } of tagged) {
    const item = items[index];
    if (item === undefined || item.known !== null || item.answers.length < LEAST_ANSWERS) continue;
    /** ln of the odds that the parts of the span have its tags instead of being outside. */
    const scoreOf = (span: Span): number => {
      let score = 0;
      for (const [part, tag] of tagsOf(span, cuts, labelPlace)) {
        believe(state, first + part);
        score += logOf(at(state.beliefs, tag)) - logOf(at(state.beliefs, OUTSIDE));
      }
      return score;
    };
    results[index] = likeliest(
      item.answers.map(({ result }) => result),
      scoreOf,
    );
  }
  return { results, iterations: objectives.length };
}

function logOf(belief: number): number {
  return Math.log(Math.max(LEAST_BELIEF, belief));
}

function tagItems(items: readonly AnsweredItem<NamedEntityResult>[]) {
  const [labels, annotators] = [createPlaces(), createPlaces()];
  const columns = { item: createColumn(), worker: createColumn(), label: createColumn() };
  const [truth, tagged]: [number[], TaggedItem[]] = [[], []];
  for (const [index, { answers, known }] of items.entries()) {
    const all = [...answers.map(({ result }) => result), ...(known === null ? [] : [known])];
    if (!all.every(isFlat)) continue;
    const ends = all.flatMap(({ spans }) => spans.flatMap(({ start, end }) => [start, end]));
    const cuts = [...new Set(ends)].sort((a, b) => a - b);
    const first = truth.length;
    tagged.push({ index, cuts, first });
    for (const { annotator, result } of answers) {
      for (const [part, tag] of allTags(result, cuts, labels.place).entries()) {
        columns.item.push(first + part);
        columns.worker.push(annotators.place(annotator));
        columns.label.push(tag);
      }
    }
    const tags = known === null ? cuts.slice(1).map(() => NONE) : allTags(known, cuts, labels.place);
    for (const tag of tags) truth.push(tag);
  }
  const answers = orderAnswers({
    ...{ items: truth.length, workers: annotators.names.length, labels: 2 * labels.names.length + 1 },
    ...{ item: columns.item.all(), worker: columns.worker.all(), label: columns.label.all() },
  });
  return { answers, truth: Int32Array.from(truth), tagged, labelPlace: labels.place };
}

/** Whether the result is spans without overlaps and nothing else. */
function isFlat({ spans, relations = [] }: NamedEntityResult): boolean {
  const sorted = spans.toSorted(bySpan);
  const isApart = sorted.every(({ end }, index) => end <= (sorted[index + 1]?.start ?? end));
  return isApart && relations.length === 0;
}

function allTags(result: NamedEntityResult, cuts: readonly number[], labelPlace: (label: string) => number) {
  const tags = cuts.slice(1).map(() => OUTSIDE);
  for (const span of result.spans) for (const [part, tag] of tagsOf(span, cuts, labelPlace)) tags[part] = tag;
  return tags;
}

/** The parts of a span and their tags: for the label l, 2l + 1 is its first part and 2l + 2 a later one. */
function tagsOf({ start, end, label }: Span, cuts: readonly number[], labelPlace: (label: string) => number) {
  const place = 2 * labelPlace(label);
  const tags: [part: number, tag: number][] = [];
  for (let part = firstAtLeast(cuts, start); (cuts[part] ?? end) < end; part += 1)
    tags.push([part, place + (cuts[part] === start ? 1 : 2)]);
  return tags;
}

/** The index of the first of the sorted numbers that is at least `least`; their count if there is none. */
function firstAtLeast(sorted: readonly number[], least: number): number {
  let [low, high] = [0, sorted.length];
  while (low < high) {
    const middle = Math.floor((low + high) / 2);
    if ((sorted[middle] ?? 0) < least) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** A linked list, so that thousands of sets share their spans. */
interface Chosen {
  readonly span: Span;
  readonly before: Chosen | null;
}

interface SpanSet {
  readonly score: number;
  readonly chosen: Chosen | null;
  readonly isTie: boolean;
}

function listOf(chosen: Chosen | null): Span[] {
  const spans: Span[] = [];
  for (let each = chosen; each !== null; each = each.before) spans.push(each.span);
  return spans.sort(bySpan);
}

/**
 * The set of given spans without overlaps that has the greatest sum of scores (weighted interval scheduling). Null if
 * another set has the same, and for equal answers.
 */
function likeliest(answers: readonly NamedEntityResult[], scoreOf: (span: Span) => number): Consensus | null {
  const all = answers.flatMap(({ spans }) => spans);
  const votes = tally(all.map(spanKey));
  if ([...votes.values()].every((count) => count === answers.length)) return null;
  const distinct = [...new Map(all.map((span) => [spanKey(span), span])).values()];
  const given = distinct.sort((a, b) => a.end - b.end || bySpan(a, b));
  const best: SpanSet[] = [{ score: 0, chosen: null, isTie: false }];
  const ends = given.map(({ end }) => end);
  for (const [index, span] of given.entries()) {
    const [without, base] = [best[index], best[firstAtLeast(ends, span.start + 1)]];
    if (without === undefined || base === undefined) continue;
    const score = base.score + scoreOf(span);
    const withSpan = { ...base, score, chosen: { span, before: base.chosen } };
    const better = score > without.score ? withSpan : without;
    best.push(Math.abs(score - without.score) <= ROUNDING ? { ...better, isTie: true } : better);
  }
  const found = best.at(-1);
  if (found === undefined || found.isTie) return null;
  return {
    result: { spans: listOf(found.chosen) },
    support: all.length / (votes.size * answers.length),
  };
}
