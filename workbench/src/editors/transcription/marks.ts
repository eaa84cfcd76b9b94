import { formatClock } from "../../strings/format.ts";

/** A timestamp in a transcript, such as `[1:02.50]`, and the words until the next. */
export interface Mark {
  /** Where it begins and ends in the text, in UTF-16 units. */
  readonly from: number;
  readonly to: number;
  /** Seconds; `end` is the time of the next timestamp, or the end of the recording. */
  readonly start: number;
  readonly end: number;
  readonly words: string;
}

/** Hours are optional: `[1:02:03.5]`. */
const MARK = /\[(?:(\d{1,2}):)?(\d{1,3}):(\d{2}(?:\.\d{1,3})?)\]/g;

/** A timestamp as it stands in a text, with a space behind it. */
export function markText(seconds: number): string {
  return `[${formatClock(seconds)}] `;
}

/** The timestamps of a text within a recording of that length, in the order of the text. */
export function marksIn(text: string, duration: number): readonly Mark[] {
  const found = [...text.matchAll(MARK)]
    .map((match) => {
      const [hours = 0, minutes = 0, seconds = 0] = match.slice(1).map((part) => Number(part ?? 0));
      return {
        from: match.index,
        to: match.index + match[0].length,
        start: hours * 3_600 + minutes * 60 + seconds,
      };
    })
    .filter(({ start }) => start < duration);
  return found.map((mark, place) => {
    const next = found[place + 1];
    // a timestamp that is not in order says nothing about the end
    const later = found.slice(place + 1).find(({ start }) => start > mark.start);
    return { ...mark, end: later?.start ?? duration, words: text.slice(mark.to, next?.from).trim() };
  });
}
