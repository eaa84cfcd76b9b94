import type { Fault } from "../../errors.ts";
import type { ItemFacts } from "../annotation-type.ts";
import { defineType, labelFaults } from "../define-type.ts";
import { ACCEPTABLE_WER, textDistance, wordErrorRate } from "../transcription/compare.ts";
import { ACCEPTABLE_F1, f1 } from "../vote.ts";
import { segmentConsensus, segmentGroups } from "./consensus.ts";
import { matchSegments, SAME_TIME } from "./match.ts";
import { type AudioSegmentationResult, AudioSegmentationResult as Result, type Segment } from "./schema.ts";

/** By how many seconds a segment may end after the recording: players differ by a frame or two of an MP3. */
const ROUNDING = 0.1;

/** Pairs of characters that one comparison of two answers looks at, see `textDistance`. */
const CELLS = 1e9;

const TOLERANCE = { min_f1: ACCEPTABLE_F1, min_iou: SAME_TIME, max_wer: ACCEPTABLE_WER };

/**
 * Labeled segments of a recording, with their words if the project wants a transcript.
 *
 * Segments match by equal label and an IoU in time of .5. Distance: 1 − F1, where a matched pair counts by
 * the likeness of its texts. Acceptable: F1 is at least `min_f1`, .9, or 1 if strict; a pair counts if its
 * IoU is at least `min_iou` and the delivered text has a word error rate of at most `max_wer`, .05, or 0 if
 * strict.
 */
export const audioSegmentation = defineType(Result, {
  name: "audio_segmentation",
  aliases: ["audio_annotation", "diarization"],
  media: ["audio"],
  default_format: "webvtt",
  tolerance: TOLERANCE,
  sameWhen: (given) => {
    const { strict, min_f1, min_iou, max_wer } = { ...TOLERANCE, ...given };
    const f1 = `if their F1 is at least ${strict ? 1 : min_f1}`;
    return `${f1}, where segments match from an IoU in time of ${min_iou} and up to a word error rate of ${strict ? 0 : max_wer}`;
  },
  *faults({ segments }, item, allowed) {
    for (const [index, segment] of segments.entries()) {
      yield* labelFaults(`segments.${index}.label`, segment.label, allowed);
      yield* timeFaults(`segments.${index}.end`, segment, item);
    }
  },
  labels: ({ segments }) => segments.map(({ label }) => label),
  mapLabels: ({ segments }, rename) => ({
    segments: segments.map((segment) => ({ ...segment, label: rename(segment.label) })),
  }),
  distance: (a, b) =>
    1 - sharedF1(a, b, SAME_TIME, (one, other, cells) => 1 - textDistance(one, other, cells)),
  consensus: segmentConsensus,
  objectGroups: segmentGroups,
  acceptable: (delivered, audited, tolerance) => {
    const { strict, min_f1, min_iou, max_wer } = { ...TOLERANCE, ...tolerance };
    const stands = (text: string, expected: string, cells: number) =>
      wordErrorRate(text, expected, cells) <= (strict ? 0 : max_wer) ? 1 : 0;
    return sharedF1(delivered, audited, min_iou, stands) >= (strict ? 1 : min_f1);
  },
});

/** F1 of the matched segments; each pair counts with the `worth` of its texts, 0 to 1. */
function sharedF1(
  a: AudioSegmentationResult,
  b: AudioSegmentationResult,
  minIou: number,
  worth: (a: string, b: string, cells: number) => number,
): number {
  const pairs = matchSegments(a.segments, b.segments, minIou);
  const worths = pairs.map(({ left, right }) => {
    const [one = "", other = ""] = [a.segments[left]?.text, b.segments[right]?.text];
    return worth(one, other, CELLS / pairs.length);
  });
  const shared = worths.sort((one, other) => one - other).reduce((sum, one) => sum + one, 0);
  return f1(shared, a.segments.length, b.segments.length);
}

function* timeFaults(path: string, { start, end }: Segment, { duration }: ItemFacts): Generator<Fault> {
  if (start >= end) yield { path, message: `must be greater than start, which is ${start}` };
  if (duration !== null && end > duration + ROUNDING) {
    yield { path, message: `must lie within the recording, which lasts ${duration} seconds, not at ${end}` };
  }
}
