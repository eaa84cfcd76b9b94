import type { Consensus } from "../annotation-type.ts";
import { MAX_OBJECTS } from "../define-type.ts";
import { groupOf, type ObjectGroup, type Standing } from "../object-group.ts";
import { textConsensus } from "../transcription/consensus.ts";
import { median } from "../vote.ts";
import { matchSegments, SAME_TIME } from "./match.ts";
import { type AudioSegmentationResult, MAX_SEGMENT_TEXT, type Segment } from "./schema.ts";

/** A segment from one annotator. */
interface Given extends Standing {
  readonly segment: Segment;
}

/** One segment from several annotators, at most once each; the first one provides label and time. */
type Cluster = readonly [Given, ...Given[]];

/**
 * The segments that at least half of the annotators gave.
 *
 * Starting with the answer most like the others, each segment joins the cluster whose first segment it
 * matches (`matchSegments`) or starts a new one. A kept cluster becomes one segment: median start and end,
 * and the consensus of its texts by the rule of transcriptions; the text is omitted if that is a tie or if
 * fewer than half gave one. Support is the mean over all clusters, kept or not, of the share of annotators in
 * it; 1 if nobody gave any segment. Null if nothing is kept although half of the annotators gave something,
 * and if more than `MAX_OBJECTS` would be kept. The order of the answers does not matter.
 */
export function segmentConsensus(answers: readonly AudioSegmentationResult[]): Consensus | null {
  const clusters = clustersOf(answers, SAME_TIME);
  const kept = clusters.filter((members) => members.length * 2 >= answers.length);
  const gave = answers.filter(({ segments }) => segments.length > 0).length;
  if (kept.length > MAX_OBJECTS || (kept.length === 0 && gave > 0 && gave * 2 >= answers.length)) return null;

  const given = clusters.reduce((sum, members) => sum + members.length, 0);
  const merged = kept
    .map((members) => ({ segment: toSegment(members, 1 / kept.length), members }))
    .sort((a, b) => byTime(a.segment, b.segment));
  return {
    result: { segments: merged.map(({ segment }) => segment) },
    support: clusters.length === 0 ? 1 : given / (clusters.length * answers.length),
    groups: merged.map(({ members }) => groupOf(answers.length, members)),
  };
}

/** The clusters of `segmentConsensus`, kept or not, of segments that match at an IoU of `minIou`. */
export function segmentGroups(
  answers: readonly AudioSegmentationResult[],
  minIou: number = SAME_TIME,
): ObjectGroup[] {
  return clustersOf(answers, minIou).map((members) => groupOf(answers.length, members));
}

function clustersOf(answers: readonly AudioSegmentationResult[], minIou: number): readonly Cluster[] {
  return mostCentralFirst(inOwnOrder(answers)).reduce<readonly Cluster[]>(
    (before, given) => join(before, given, minIou),
    [],
  );
}

type Answer = readonly Given[];

/** The segments of each answer, in an order that depends only on their content. */
function inOwnOrder(answers: readonly AudioSegmentationResult[]): Answer[] {
  return answers
    .map(({ segments }, answer) =>
      segments
        .map((segment, place) => ({ segment, answer, place }))
        .sort((a, b) => byTime(a.segment, b.segment)),
    )
    .map((given) => ({ given, key: given.map(({ segment }) => keyOf(segment)).join("\n") }))
    .sort((a, b) => compare(a.key, b.key))
    .map(({ given }) => given);
}

/**
 * Above this many segments in all, answers keep their order by content, which saves a matching for each pair.
 */
const MAX_COMPARED_SEGMENTS = 2_000;

/**
 * Sorted by the sum of IoU with the segments of the other answers: a segment between two others links them.
 */
function mostCentralFirst(answers: readonly Answer[]): readonly Answer[] {
  if (answers.length < 3 || answers.flat().length > MAX_COMPARED_SEGMENTS) return answers;
  const likeness = answers.map((one) =>
    answers.reduce(
      (sum, other) =>
        sum +
        matchSegments(segmentsOf(one), segmentsOf(other)).reduce((shared, { weight }) => shared + weight, 0),
      0,
    ),
  );
  return answers
    .map((answer, index) => ({ answer, likeness: likeness[index] ?? 0 }))
    .sort((a, b) => b.likeness - a.likeness)
    .map(({ answer }) => answer);
}

function segmentsOf(given: Answer): Segment[] {
  return given.map(({ segment }) => segment);
}

function join(clusters: readonly Cluster[], given: Answer, minIou: number): Cluster[] {
  const firsts = clusters.map(([{ segment }]) => segment);
  const pairs = matchSegments(firsts, segmentsOf(given), minIou);
  const joining = new Map(pairs.map(({ left, right }) => [left, given[right]]));
  const joined = new Set(pairs.map(({ right }) => right));
  return [
    ...clusters.map((members, index): Cluster => {
      const member = joining.get(index);
      return member === undefined ? members : [...members, member];
    }),
    ...given.filter((_, index) => !joined.has(index)).map((first): Cluster => [first]),
  ];
}

/** `effort` limits the cost of comparing texts, see `textConsensus`. */
function toSegment(cluster: Cluster, effort: number): Segment {
  const { label } = cluster[0].segment;
  const members = segmentsOf(cluster);
  const [start, end] = [median(members.map((one) => one.start)), median(members.map((one) => one.end))];
  const texts = members.flatMap(({ text }) => (text === undefined ? [] : [{ text }]));
  const merged = texts.length * 2 < members.length ? null : textConsensus(texts, effort);
  const text = texts.length === 0 ? undefined : merged?.result.text;
  return text === undefined || [...text].length > MAX_SEGMENT_TEXT
    ? { start, end, label }
    : { start, end, label, text };
}

function byTime(a: Segment, b: Segment): number {
  return a.start - b.start || a.end - b.end || compare(keyOf(a), keyOf(b));
}

function keyOf({ start, end, label, text }: Segment): string {
  return JSON.stringify([start, end, label, text ?? null]);
}

function compare(a: string, b: string): number {
  if (a === b) return 0;
  return a < b ? -1 : 1;
}
