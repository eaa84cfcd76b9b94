import type { ExportFile, ExportItem, Pages } from "./format.ts";

/** The items for which `isWanted` is true. */
export async function* itemsThat(items: Pages, isWanted: (item: ExportItem) => boolean): Pages {
  for await (const page of items) yield page.filter(isWanted);
}

/** The text of every item, that of a page together. */
export async function* textOfEach(
  items: Pages,
  textOf: (item: ExportItem) => string,
): AsyncGenerator<string> {
  for await (const page of items) {
    let text = "";
    for (const item of page) text += textOf(item);
    yield text;
  }
}

/** What `read` gives for every item, joined by `,` and line feeds. */
export async function* listOfEach(
  items: Pages,
  read: (item: ExportItem) => Iterable<string>,
): AsyncGenerator<string> {
  let before = "\n";
  yield* textOfEach(items, (item) => {
    let text = "";
    for (const member of read(item)) {
      text += before + member;
      before = ",\n";
    }
    return text;
  });
}

/** The files of the items of a page, each made when it is asked for. */
export function* filesOfEach(
  page: readonly ExportItem[],
  filesOf: (item: ExportItem) => Iterable<ExportFile>,
): Generator<ExportFile> {
  for (const item of page) yield* filesOf(item);
}
