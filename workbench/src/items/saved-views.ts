import { type ItemsSearch, readItemsSearch } from "./search.ts";

/** Filters under a name, for any batch of a project. */
export interface SavedView {
  readonly name: string;
  readonly search: ItemsSearch;
}

/** How many a browser keeps for a project. */
export const MOST_VIEWS = 20;

/** The views that this browser keeps for a project, in the order in which they were saved. */
export function savedViews(project_id: string): readonly SavedView[] {
  const kept = localStorage.getItem(keyOf(project_id));
  const views: unknown = kept === null ? [] : JSON.parse(kept);
  return Array.isArray(views)
    ? views.filter(isView).map(({ name, search }) => ({ name, search: readItemsSearch({ ...search }) }))
    : [];
}

/** Keeps a view; one with the same name is replaced. Returns all. */
export function saveView(project_id: string, { name, search }: SavedView): readonly SavedView[] {
  const { batch: _batch, project: _project, ...filters } = search;
  return keep(project_id, [
    ...savedViews(project_id).filter((view) => view.name !== name),
    { name, search: filters },
  ]);
}

/** Forgets the view with this name; returns the others. */
export function removeView(project_id: string, name: string): readonly SavedView[] {
  return keep(
    project_id,
    savedViews(project_id).filter((view) => view.name !== name),
  );
}

function keep(project_id: string, views: readonly SavedView[]): readonly SavedView[] {
  localStorage.setItem(keyOf(project_id), JSON.stringify(views));
  return views;
}

function keyOf(project_id: string): string {
  return `assay-views-${project_id}`;
}

function isView(value: unknown): value is { readonly name: string; readonly search: object } {
  return (
    typeof value === "object" &&
    value !== null &&
    "name" in value &&
    typeof value.name === "string" &&
    "search" in value &&
    typeof value.search === "object"
  );
}
