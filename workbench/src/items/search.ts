/** The filters of items as the address keeps them; `batch` or `project` sets the scope. */
export interface ItemsSearch {
  readonly project?: string;
  readonly batch?: string;
  readonly state?: ItemState;
  readonly label?: string;
  readonly annotator?: string;
  /** A label that some annotator, or the one in `annotator`, answered with. */
  readonly answer?: string;
  /** A label that somebody else answered with. */
  readonly other?: string;
  readonly support?: number;
  readonly waits?: (typeof WAITS_FOR)[number];
  /** The items whose label the last audit of the batch found wrong. */
  readonly audited?: "wrong";
  readonly external?: string;
  /** As `key=value`, separated by commas. */
  readonly metadata?: string;
  readonly q?: string;
  /** Another order than that of the batch; it has accepted items only. */
  readonly sort?: ItemSort;
  /** How the items are shown; a table unless it says otherwise. */
  readonly view?: "gallery";
}

export const ITEM_STATES = ["open", "accepted", "excluded"] as const;
export type ItemState = (typeof ITEM_STATES)[number];

export const WAITS_FOR = ["adjudication", "another_answer"] as const;

/** The orders, and how the API names them. */
export const SORTS = { suspicion: "-suspicion", support: "support" } as const;
export type ItemSort = keyof typeof SORTS;

export function readItemsSearch(search: Record<string, unknown>): ItemsSearch {
  const state = ITEM_STATES.find((name) => name === search.state);
  const support = Number(search.support);
  const { metadata, answer } = search;
  const waits = WAITS_FOR.find((name) => name === search.waits);
  const sort = typeof search.batch === "string" && sortNamed(search.sort);
  return {
    ...textAt(search, "project"),
    ...textAt(search, "batch"),
    ...(state === undefined ? {} : { state }),
    ...textAt(search, "label"),
    ...textAt(search, "annotator"),
    ...textAt(search, "answer"),
    ...(answer === undefined || answer === "" ? {} : textAt(search, "other")),
    ...(isSupport(support) ? { support } : {}),
    ...(waits === undefined ? {} : { waits }),
    ...(search.audited === "wrong" && typeof search.batch === "string" ? { audited: "wrong" } : {}),
    ...textAt(search, "external"),
    ...(typeof metadata === "string" && isMetadata(metadata) ? { metadata } : {}),
    ...textAt(search, "q"),
    ...(sort ? { sort } : {}),
    ...(search.view === "gallery" ? { view: "gallery" } : {}),
  };
}

/** Whether the number is a limit of the agreement: above 0 and up to 1. */
export function isSupport(limit: number): boolean {
  return limit > 0 && limit <= 1;
}

/** Whether the text is `key=value`, or several of these, separated by commas. */
export function isMetadata(text: string): boolean {
  return text.split(",").every((pair) => pair.indexOf("=") > 0);
}

function sortNamed(name: unknown): ItemSort | undefined {
  return name === "suspicion" || name === "support" ? name : undefined;
}

function textAt<Name extends string>(search: Record<string, unknown>, name: Name): { [N in Name]?: string } {
  const value = search[name];
  if (typeof value === "number") return { [name]: String(value) } as { [N in Name]: string };
  return typeof value === "string" && value !== "" ? ({ [name]: value } as { [N in Name]: string }) : {};
}

/** The filters in the body of a request. */
export function filterOf(search: ItemsSearch) {
  const { project, batch, state, label, annotator, answer, other, ...more } = search;
  const { support, waits, audited, external, metadata, q } = more;
  const wanted = metadataIn(metadata ?? "");
  return {
    ...(project === undefined ? {} : { project_id: project }),
    ...(batch === undefined ? {} : { batch_id: batch }),
    ...(state === undefined ? {} : { state }),
    ...(label === undefined ? {} : { label }),
    ...(annotator === undefined ? {} : { annotator }),
    ...(answer === undefined ? {} : { answer }),
    ...(other === undefined ? {} : { other_answer: other }),
    ...(support === undefined ? {} : { support_lt: support }),
    ...(waits === undefined ? {} : { waits_for: waits }),
    ...(audited === undefined ? {} : { audited }),
    ...(external === undefined ? {} : { external_ids: [external] }),
    ...(Object.keys(wanted).length === 0 ? {} : { metadata: wanted }),
    ...(q === undefined ? {} : { q }),
  };
}

/** Whether the list has every item of a batch; another order has only those with a label. */
export function isWholeBatch({ sort, view: _view, ...search }: ItemsSearch): boolean {
  return sort === undefined && search.batch !== undefined && Object.keys(search).length === 1;
}

/** The filters in a query string. */
export function queryOf({ external_ids, metadata = {}, ...filter }: ReturnType<typeof filterOf>) {
  return {
    ...filter,
    ...(external_ids?.[0] === undefined ? {} : { external_id: external_ids[0] }),
    ...Object.fromEntries(Object.entries(metadata).map(([key, value]) => [`metadata.${key}`, value])),
  };
}

function metadataIn(text: string): Record<string, string> {
  const pairs = text.split(",").flatMap((pair): [string, string][] => {
    const at = pair.indexOf("=");
    return at < 1 ? [] : [[pair.slice(0, at).trim(), pair.slice(at + 1).trim()]];
  });
  return Object.fromEntries(pairs);
}
