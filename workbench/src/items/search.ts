/** The filters of the items, as the address keeps them; `batch` or `project` says of what. */
export interface ItemsSearch {
  readonly project?: string;
  readonly batch?: string;
  readonly state?: ItemState;
  readonly label?: string;
  readonly annotator?: string;
  readonly support?: number;
  readonly q?: string;
}

export const ITEM_STATES = ["open", "accepted", "excluded"] as const;
export type ItemState = (typeof ITEM_STATES)[number];

export function readItemsSearch(search: Record<string, unknown>): ItemsSearch {
  const state = ITEM_STATES.find((name) => name === search.state);
  const support = Number(search.support);
  return {
    ...textAt(search, "project"),
    ...textAt(search, "batch"),
    ...(state === undefined ? {} : { state }),
    ...textAt(search, "label"),
    ...textAt(search, "annotator"),
    ...(support > 0 && support <= 1 ? { support } : {}),
    ...textAt(search, "q"),
  };
}

function textAt<Name extends string>(search: Record<string, unknown>, name: Name): { [N in Name]?: string } {
  const value = search[name];
  if (typeof value === "number") return { [name]: String(value) } as { [N in Name]: string };
  return typeof value === "string" && value !== "" ? ({ [name]: value } as { [N in Name]: string }) : {};
}

/** The same filters as the API names them. */
export function filterOf({ project, batch, state, label, annotator, support, q }: ItemsSearch) {
  return {
    ...(project === undefined ? {} : { project_id: project }),
    ...(batch === undefined ? {} : { batch_id: batch }),
    ...(state === undefined ? {} : { state }),
    ...(label === undefined ? {} : { label }),
    ...(annotator === undefined ? {} : { annotator }),
    ...(support === undefined ? {} : { support_lt: support }),
    ...(q === undefined ? {} : { q }),
  };
}
