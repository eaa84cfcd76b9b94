import type { Client } from "./client.ts";
import type { paths } from "./schema.ts";

interface Page {
  readonly data: readonly unknown[];
  readonly has_more: boolean;
  readonly next_cursor: string | null;
}

/** The page that a GET of `Path` returns. */
type PageOf<Path extends keyof paths> = paths[Path] extends {
  get: { responses: { 200: { content: { "application/json": infer Body extends Page } } } };
}
  ? Body
  : never;

/** The paths whose GET returns a list in pages. */
export type ListPath = {
  [Path in keyof paths]: [PageOf<Path>] extends [never] ? never : Path;
}[keyof paths];

type EntryOf<Path extends ListPath> = PageOf<Path>["data"][number];
type ParamsOf<Path extends ListPath> = paths[Path] extends { get: { parameters: infer Parameters } }
  ? Omit<Parameters, "header" | "cookie">
  : never;

/**
 * Iterates over all entries of a list and loads pages as needed: `for await (const batch of listAll(client,
 * "/v1/batches", { query: { project_id } }))`. Throws ApiError like the client's methods.
 */
export async function* listAll<Path extends ListPath>(
  client: Client,
  path: Path,
  params: ParamsOf<Path>,
): AsyncGenerator<EntryOf<Path>> {
  const { query } = params as { readonly query?: Readonly<Record<string, unknown>> };
  let cursor: string | null | undefined;
  while (cursor !== null) {
    // the types of the parameters already ensure that the path is a list
    const init = { params: { ...params, query: { limit: 100, ...query, cursor } } } as never;
    const answer = await client.GET(path, init);
    const page = answer.data as PageOf<Path>;
    for (const entry of page.data) yield entry as EntryOf<Path>;
    cursor = page.has_more ? page.next_cursor : null; // the list of events has a cursor on its last page too
  }
}
