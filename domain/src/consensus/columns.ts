/** Distinct names in the order of their first use; `place` returns a name's index. */
export function createPlaces() {
  const [names, places]: [string[], Map<string, number>] = [[], new Map()];
  const place = (name: string) => {
    const known = places.get(name);
    if (known !== undefined) return known;
    places.set(name, names.length);
    return names.push(name) - 1;
  };
  return { names, place };
}

/** A growing list of whole numbers, four bytes each. */
export function createColumn() {
  let numbers = new Uint32Array(1_024);
  let count = 0;
  const push = (number: number) => {
    if (count === numbers.length) {
      const grown = new Uint32Array(2 * count);
      grown.set(numbers);
      numbers = grown;
    }
    numbers[count] = number;
    count += 1;
  };
  return { push, all: () => numbers.subarray(0, count) };
}
