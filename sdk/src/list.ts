/** One page of a list. */
export interface Page<T> {
  readonly data: readonly T[];
  readonly has_more: boolean;
  /** Where the next page begins; null on the last page of most lists. */
  readonly next_cursor: string | null;
}

/** A list in pages: `for await (const batch of client.batches.list())`. Nothing is loaded before it is needed. */
export class List<T> implements AsyncIterable<T> {
  readonly #load: (cursor?: string) => Promise<Page<T>>;

  constructor(load: (cursor?: string) => Promise<Page<T>>) {
    this.#load = load;
  }

  /** Loads one page: the first, or the one at `next_cursor` of another. */
  page(cursor?: string): Promise<Page<T>> {
    return this.#load(cursor);
  }

  /** Every page, one after the other. */
  async *pages(): AsyncGenerator<Page<T>> {
    let cursor: string | undefined;
    do {
      const page = await this.#load(cursor);
      yield page;
      cursor = page.has_more ? (page.next_cursor ?? undefined) : undefined;
    } while (cursor !== undefined);
  }

  /** Every entry, once. */
  async *[Symbol.asyncIterator](): AsyncGenerator<T> {
    for await (const { data } of this.pages()) yield* data;
  }
}
