/**
 * The greatest integer from `low` to `high` for which `holds` is true, or null if it is false at `low`
 * already. `holds` must be true up to some integer and false after it. Calls it log2(high − low) times.
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
