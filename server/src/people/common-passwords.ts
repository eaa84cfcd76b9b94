import { ServiceError } from "@assay/domain/errors.ts";

/** zxcvbn's score from 0 to 4: below 2, a million guesses find the password. */
const LOWEST_SCORE = 2;
/** Only these first characters are rated, because 128 take up to half a second. */
const RATED_CHARACTERS = 64;

let loading: ReturnType<typeof loadChecker> | undefined;

/**
 * Throws `invalid_request` for a password that is common, a pattern, or made from `personal` (the person's
 * own name and address).
 */
export async function assertUncommon(password: string, personal: readonly string[]): Promise<void> {
  loading ??= loadChecker();
  const words = personal.flatMap((text) => [text, ...text.split(/[^\p{L}\p{N}]+/u)]);
  const { score } = (await loading).check(password, words);
  if (score >= LOWEST_SCORE) return;
  throw new ServiceError(
    "invalid_request",
    "This password is too common: choose several unrelated words, or let a password manager make one",
  );
}

/** The list and the rules load with the first password that somebody sets, because they take 0.4 s. */
async function loadChecker() {
  const [{ ZxcvbnFactory }, { dictionary, adjacencyGraphs }] = await Promise.all([
    import("@zxcvbn-ts/core"),
    import("@zxcvbn-ts/language-common"),
  ]);
  return new ZxcvbnFactory({ dictionary, graphs: adjacencyGraphs, maxLength: RATED_CHARACTERS });
}
