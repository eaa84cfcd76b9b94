/**
 * The results of `work` for each of `items`, in their order, with at most `limit` of them at once. If one fails, begins no
 * further one, waits for those that run, and throws the error of the first item that failed.
 */
export async function atOnce<Item, Result>(
  limit: number,
  items: readonly Item[],
  work: (item: Item, index: number) => Promise<Result>,
): Promise<Result[]> {
  const results: Result[] = [];
  const faults = new Map<number, unknown>();
  const waiting = items.entries();
  const take = async (): Promise<void> => {
    for (let next = waiting.next(); !next.done && faults.size === 0; next = waiting.next()) {
      const [index, item] = next.value;
      try {
        results[index] = await work(item, index);
      } catch (fault) {
        faults.set(index, fault);
      }
    }
  };
  await Promise.all(Array.from({ length: Math.min(limit, items.length) }, take));
  if (faults.size > 0) throw faults.get(Math.min(...faults.keys()));
  return results;
}
