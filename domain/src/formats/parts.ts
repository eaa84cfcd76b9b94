import type { ExportItem } from "./format.ts";

/**
 * The items in parts, in their order; each part ends after the item for which its `isLast` is true. There is one
 * part without items if there are none. Consume a part before you ask for the next.
 */
export async function* inParts(
  items: AsyncIterable<ExportItem>,
  createIsLast: () => (item: ExportItem) => boolean,
): AsyncGenerator<AsyncGenerator<ExportItem>> {
  const rest = items[Symbol.asyncIterator]();
  let next = await rest.next();
  async function* part(isLast: (item: ExportItem) => boolean): AsyncGenerator<ExportItem> {
    while (!next.done) {
      const item = next.value;
      yield item;
      next = await rest.next();
      if (isLast(item)) return;
    }
  }
  try {
    do yield part(createIsLast());
    while (!next.done);
  } finally {
    await rest.return?.();
  }
}
