import type { Answers } from "./answers.ts";
import { type Decision, decideFrom } from "./fit.ts";
import { idAt } from "./numbers.ts";

/**
 * The most frequent label, with its share of the answers as belief; a tie if two labels share the top count.
 */
export function majorityOf({ starts, label }: Answers, item: number): Decision {
  const shares = new Map<number, number>();
  const [from, to] = [idAt(starts, item), idAt(starts, item + 1)];
  for (let row = from; row < to; row += 1) {
    const said = idAt(label, row);
    shares.set(said, (shares.get(said) ?? 0) + 1 / (to - from));
  }
  return decideFrom(shares);
}
