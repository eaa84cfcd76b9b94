/**
 * The greatest integer from `low` to `high` for which `holds`, or null where it does not even hold at
 * `low`. `holds` must be true up to some point and false from there on; it is asked about
 * log2(high − low) times.
 */
export function greatestWhere(low: number, high: number, holds: (value: number) => boolean): number | null {
  if (high < low || !holds(low)) return null;
  let greatest = low;
  let excluded = high + 1;
  while (excluded - greatest > 1) {
    const middle = Math.floor((greatest + excluded) / 2);
    if (holds(middle)) greatest = middle;
    else excluded = middle;
  }
  return greatest;
}
