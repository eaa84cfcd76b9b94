import { defineType } from "../define-type.ts";
import { ACCEPTABLE_WER, textDistance, wordErrorRate } from "./compare.ts";
import { textConsensus } from "./consensus.ts";
import { TranscriptionResult } from "./schema.ts";

const TOLERANCE = { max_wer: ACCEPTABLE_WER };

/**
 * Spoken or written words, as a text.
 *
 * Texts are compared regardless of case, punctuation and white space (see `readWords`). Distance: the share
 * of characters that differ. Acceptable: a word error rate of at most `max_wer`, .05, or 0 if strict.
 */
export const transcription = defineType(TranscriptionResult, {
  name: "transcription",
  aliases: ["audio_transcription", "ocr"],
  media: ["audio", "image"],
  default_format: "jsonl",
  tolerance: TOLERANCE,
  sameWhen: (given) => {
    const { strict, max_wer } = { ...TOLERANCE, ...given };
    const rate = `if the word error rate is at most ${strict ? 0 : max_wer}`;
    return `${rate}; case, punctuation and white space do not count`;
  },
  faults: () => [],
  labels: () => [],
  mapLabels: (result) => result,
  distance: (a, b) => textDistance(a.text, b.text),
  consensus: (results) => textConsensus(results),
  acceptable: (delivered, audited, tolerance) => {
    const { strict, max_wer } = { ...TOLERANCE, ...tolerance };
    return wordErrorRate(delivered.text, audited.text) <= (strict ? 0 : max_wer);
  },
});
