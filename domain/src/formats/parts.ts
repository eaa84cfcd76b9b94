import type { ExportItem, Pages } from "./format.ts";

/**
 * The items in parts, in their order; each part ends after the item for which its `isLast` is true. There is one
 * part without items if there are none. Consume a part before you ask for the next.
 */
export async function* inParts(
  items: Pages,
  createIsLast: () => (item: ExportItem) => boolean,
): AsyncGenerator<Pages> {
  const pages = items[Symbol.asyncIterator]();
  let rest: readonly ExportItem[] = [];
  let isDone = false;
  async function next(): Promise<void> {
    while (rest.length === 0 && !isDone) {
      const { value, done = false } = await pages.next();
      if (done) isDone = true;
      else rest = value;
    }
  }
  async function* part(isLast: (item: ExportItem) => boolean): Pages {
    while (!isDone) {
      const end = rest.findIndex(isLast) + 1;
      const page = end === 0 ? rest : rest.slice(0, end);
      rest = rest.slice(page.length);
      yield page;
      await next();
      if (end > 0) return;
    }
  }
  await next();
  try {
    do yield part(createIsLast());
    while (!isDone);
  } finally {
    await pages.return?.();
  }
}
