import { cutMiddle, ServiceError } from "@assay/domain/errors.ts";

/** Maximum faults in the message of a refused import; reading stops there. */
export const MAX_FAULTS = 20;

/** Maximum faults in the response of an import that skips faulty lines. */
export const MAX_NAMED = 1_000;

/** The most characters of each. */
const MAX_CHARACTERS = 1_000;

/** The faults of an import, by line. */
export interface LineFaults {
  readonly add: (line: number, fault: string) => void;
  /** Whether reading on is useless; never if faulty lines are skipped. */
  readonly isFull: () => boolean;
  /**
   * Throws `invalid_request` that names the first 20 faults: `line 17: result.label must be one of …`. If faulty
   * lines are skipped, it throws only if `usable` is 0, the number of the other lines.
   */
  readonly assertTolerable: (usable: number) => void;
  /** The number of faulty lines, and the messages of the first 1,000. */
  readonly summary: () => { readonly refused: number; readonly faults: readonly string[] };
}

export function createLineFaults(
  skipsFaults: boolean,
  placeOf: (line: number) => string = (line) => `line ${line}`,
): LineFaults {
  const kept: { readonly line: number; readonly message: string }[] = [];
  let count = 0;
  const messages = () => kept.sort((a, b) => a.line - b.line).map(({ message }) => message);
  return {
    add(line, fault) {
      count += 1;
      if (kept.length < MAX_NAMED)
        kept.push({ line, message: cutMiddle(`${placeOf(line)}: ${fault}`, MAX_CHARACTERS) });
    },
    isFull: () => !skipsFaults && count >= MAX_FAULTS,
    assertTolerable(usable) {
      if (count === 0 || (skipsFaults && usable > 0)) return;
      const first = messages().slice(0, MAX_FAULTS);
      throw new ServiceError("invalid_request", first.join("; "), {
        faults: first.map((message) => ({ path: "", message })),
      });
    },
    summary: () => ({ refused: count, faults: messages() }),
  };
}
