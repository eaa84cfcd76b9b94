/** What the commands of the package need and Node 20 lacks; imported first. */
if (!("groupBy" in Map)) {
  Object.defineProperty(Map, "groupBy", { value: groupBy, writable: true, configurable: true });
}

/** `Map.groupBy` of ES2024. */
function groupBy<K, T>(items: Iterable<T>, keyOf: (item: T, index: number) => K): Map<K, T[]> {
  const groups = new Map<K, T[]>();
  let index = 0;
  for (const item of items) {
    const key = keyOf(item, index);
    const group = groups.get(key);
    if (group === undefined) groups.set(key, [item]);
    else group.push(item);
    index += 1;
  }
  return groups;
}
