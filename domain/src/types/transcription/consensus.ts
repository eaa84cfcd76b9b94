import { editDistance } from "../../edit-distance.ts";
import { createVocabulary, isUnspaced, readWords, type Words } from "../../words.ts";
import type { Consensus } from "../annotation-type.ts";
import { tally } from "../vote.ts";
import { ACCEPTABLE_WER } from "./compare.ts";
import { type Network, NONE, networkOf, withAnswer, wordsIn } from "./network.ts";
import { MAX_TEXT, type TranscriptionResult } from "./schema.ts";

/**
 * The maximum of word pairs compared for one consensus: about 0.2 s each for distances and for alignments.
 */
const DISTANCE_CELLS = 2e9;
const ALIGNED_CELLS = 2e7;

/** Errors against the medoid that are due to word order, divided by the words of the longer text. */
const MAX_MOVED = 0.2;

/** A `Consensus` whose result is a transcription. */
interface TextConsensus extends Consensus {
  readonly result: TranscriptionResult;
}

/** One distinct text, how many gave it, and its total distance from the answers. */
interface Answer extends Words {
  readonly count: number;
  /** Sum of the word edits to each of the answers. */
  readonly remoteness: number;
}

/**
 * ROVER: the answers are aligned word by word, starting from the medoid (the answer with the fewest word
 * edits to all others). Each slot takes the word, or the gap, that most of them have, and then the spelling,
 * case and punctuation that most of those use. Among words with equal votes the answer nearest to all others
 * decides. If two answers are equally near, the slot is undecided: for up to 5 % of such slots, which
 * acceptance tolerates, the text that sorts first is taken; more are a tie, null.
 *
 * The result is the medoid itself if the answers differ in word order (more than a fifth of the words would
 * be errors only because of their position), or differ in stretches too long to align: texts of 2,000 words
 * can always be aligned, longer ones if they share rare words here and there. Null if no single text is the
 * medoid. `effort` is the share of the usual budget of one consensus. Support is the mean share of answers
 * behind each slot; for a medoid the mean of one minus its word error rate to each answer. The order of the
 * answers does not matter.
 */
export function textConsensus(results: readonly TranscriptionResult[], effort = 1): TextConsensus | null {
  const answers = nearestFirst(
    results.map(({ text }) => text),
    effort,
  );
  const network = isReordered(answers, effort) ? undefined : alignAll(answers, effort);
  return network === undefined ? medoid(answers) : vote(network, answers, results.length);
}

/**
 * The distinct texts, nearest first; ties by the number of words (more first), then by their UTF-16 units.
 */
function nearestFirst(texts: readonly string[], effort: number): Answer[] {
  const vocabulary = createVocabulary();
  const counts = [...tally(texts)].sort(([a], [b]) => (a < b ? -1 : 1));
  const read = counts.map(([text, count]) => ({ ...readWords(text, vocabulary), count }));
  const cells = (effort * DISTANCE_CELLS) / Math.max(1, read.length ** 2);
  const remoteness = new Float64Array(read.length);
  for (const [index, one] of read.entries()) {
    for (const [place, other] of read.slice(0, index).entries()) {
      const edits = editDistance(one.ids, other.ids, { cells, gram: 1 });
      remoteness[index] = (remoteness[index] ?? 0) + edits * other.count;
      remoteness[place] = (remoteness[place] ?? 0) + edits * one.count;
    }
  }
  return read
    .map((words, index) => ({ ...words, remoteness: remoteness[index] ?? 0 }))
    .sort((a, b) => a.remoteness - b.remoteness || b.ids.length - a.ids.length);
}

function isReordered([first, ...others]: readonly Answer[], effort: number): boolean {
  const cells = (effort * DISTANCE_CELLS) / Math.max(1, others.length ** 2);
  return others.some(({ ids }) => {
    if (first === undefined) return false;
    const edits = editDistance(first.ids, ids, { cells, gram: 1 });
    const moved = edits - editsInAnyOrder(first.ids, ids);
    return moved > MAX_MOVED * Math.max(first.ids.length, ids.length);
  });
}

function editsInAnyOrder(a: Int32Array, b: Int32Array): number {
  const left = tally(a);
  let shared = 0;
  for (const id of b) {
    const count = left.get(id) ?? 0;
    if (count === 0) continue;
    shared += 1;
    left.set(id, count - 1);
  }
  return Math.max(a.length, b.length) - shared;
}

function alignAll([first, ...others]: readonly Answer[], effort: number): Network | undefined {
  const cells = (effort * ALIGNED_CELLS) / (others.length + 1) ** 2;
  return others.reduce<Network | undefined>(
    (network, { ids }) => network && withAnswer(network, ids, cells),
    networkOf(first?.ids ?? new Int32Array()),
  );
}

function medoid(answers: readonly Answer[]): TextConsensus | null {
  const [first, second] = answers;
  if (first === undefined || first.remoteness === second?.remoteness) return null;
  const total = answers.reduce((sum, { count }) => sum + count, 0);
  const errors = first.remoteness / (total * Math.max(1, ...answers.map(({ ids }) => ids.length)));
  return { result: { text: first.text }, support: 1 - errors };
}

/** An option for a slot: the number of a word, or `NONE`, and the answers that have it, nearest first. */
interface Option {
  readonly id: number;
  votes: number;
  readonly givers: number[];
}

function vote(network: Network, answers: readonly Answer[], total: number): TextConsensus | null {
  const slots = network[0]?.places.length ?? 0;
  const writer = createWriter(network, answers);
  let [undecided, votes] = [0, 0];
  for (let slot = 0; slot < slots; slot += 1) {
    const { option, isDecided } = choose(optionsIn(network, answers, slot), answers);
    if (!isDecided) undecided += 1;
    votes += option.votes;
    if (option.id !== NONE) writer.write(slot, option);
  }
  const text = writer.text() || wordless(answers);
  if (undecided > ACCEPTABLE_WER * slots || (text.length > MAX_TEXT && [...text].length > MAX_TEXT))
    return null;
  return { result: { text }, support: slots === 0 ? 1 : votes / (slots * total) };
}

function optionsIn(network: Network, answers: readonly Answer[], slot: number): Option[] {
  const options: Option[] = [];
  for (const [index, id] of wordsIn(network, slot).entries()) {
    let option = options.find((known) => known.id === id);
    if (option === undefined) {
      option = { id, votes: 0, givers: [] };
      options.push(option);
    }
    option.votes += answers[index]?.count ?? 0;
    option.givers.push(index);
  }
  return options;
}

/**
 * The option with most votes. On equal votes the nearest answer's option; decided only if no other answer is
 * as near.
 */
function choose(options: readonly Option[], answers: readonly Answer[]) {
  const most = Math.max(...options.map(({ votes }) => votes));
  const [option, ...rivals] = options.filter(({ votes }) => votes === most);
  if (option === undefined) throw new RangeError("a slot has a word of one answer at least");
  const nearness = ({ givers }: Option) => answers[givers[0] ?? 0]?.remoteness;
  return { option, isDecided: rivals.every((rival) => nearness(rival) !== nearness(option)) };
}

/** The most frequent of the texts without words, such as an ellipsis. */
function wordless(answers: readonly Answer[]): string {
  const among = answers.filter(({ ids }) => ids.length === 0);
  const most = Math.max(...among.map(({ count }) => count));
  return among.find(({ count }) => count === most)?.text ?? "";
}

/** Joins pieces of answers, with a space between words that were not adjacent in any answer. */
function createWriter(network: Network, answers: readonly Answer[]) {
  let text = "";
  let last = { index: NONE, place: NONE };
  const pieceOf = (index: number, slot: number): { readonly place: number; readonly piece: string } => {
    const place = network[index]?.places[slot] ?? NONE;
    const { text = "", cuts } = answers[index] ?? {};
    return { place, piece: text.slice(cuts?.[place], cuts?.[place + 1]) };
  };
  return {
    text: () => text,
    write: (slot: number, { givers }: Option): void => {
      const given = givers.map((index) => ({ index, ...pieceOf(index, slot) }));
      const counts = new Map<string, number>();
      for (const { index, piece } of given) {
        counts.set(piece, (counts.get(piece) ?? 0) + (answers[index]?.count ?? 0));
      }
      const most = Math.max(...counts.values());
      const chosen = given.find(({ piece }) => counts.get(piece) === most);
      if (chosen === undefined) return;
      const { index, place, piece } = chosen;
      const follows = index === last.index && place === last.place + 1;
      if (text === "" && place > 0) text = piece.trimStart();
      else if (text === "" || follows || /\s$/.test(text.slice(-1)) || /^\s/.test(piece) || isUnspaced(piece))
        text += piece;
      else text += ` ${piece}`;
      last = { index, place };
    },
  };
}
