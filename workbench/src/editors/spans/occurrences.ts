import { isWholeWords, type Stretch } from "./words.ts";

/** How words are sought in a text. */
export interface Sought {
  readonly words: string;
  readonly isCaseSensitive: boolean;
  /** Finds only what neither begins nor ends within a word. */
  readonly isWhole: boolean;
}

/** Where words occur, in the order of the text. */
export interface Found {
  readonly places: readonly Stretch[];
  /** True if there are more than were asked for. */
  readonly isCut: boolean;
}

const NOWHERE: Found = { places: [], isCut: false };

/** Finds words, `most` times at most; white space of any kind and length matches white space. */
export function occurrences(text: string, { words, isCaseSensitive, isWhole }: Sought, most: number): Found {
  if (words.trim() === "") return NOWHERE;
  const literal = words.trim().replaceAll(/[\\^$.*+?()[\]{}|/]/g, "\\$&");
  const pattern = new RegExp(literal.replaceAll(/\s+/g, "\\s+"), isCaseSensitive ? "gu" : "giu");
  const places: Stretch[] = [];
  for (const { index, 0: hit } of text.matchAll(pattern)) {
    const place = { from: index, to: index + hit.length };
    if (isWhole && !isWholeWords(text, place)) continue;
    if (places.length === most) return { places, isCut: true };
    places.push(place);
  }
  return { places, isCut: false };
}

/** The stretches that overlap none of `taken`; both in the order of their starts. */
export function apart<S extends Stretch>(stretches: readonly S[], taken: readonly Stretch[]): readonly S[] {
  let next = 0;
  let reach = 0; // the furthest end of the taken stretches that begin before this one
  return stretches.filter(({ from, to }) => {
    for (let one = taken[next]; one !== undefined && one.from < to; one = taken[next]) {
      reach = Math.max(reach, one.to);
      next += 1;
    }
    return reach <= from;
  });
}

/** The index of the first place that begins at an offset or later; 0 if none does, and then it starts over. */
export function placeFrom(places: readonly Stretch[], offset: number): number {
  return Math.max(
    0,
    places.findIndex(({ from }) => from >= offset),
  );
}
