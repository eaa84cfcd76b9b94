/** The number of names to keep, one per key. */
const MOST = 20;

/** The label names typed in this browser for a project without labels, oldest first. */
export function rememberedLabels(project_id: string): readonly string[] {
  const kept = globalThis.localStorage?.getItem(storageKey(project_id)); // unit tests have no browser
  return kept ? JSON.parse(kept) : [];
}

/** Remembers a typed name, so that the next item offers it with the same key. */
export function rememberLabel(project_id: string, name: string): void {
  const names = rememberedLabels(project_id);
  if (names.includes(name) || names.length === MOST) return;
  localStorage.setItem(storageKey(project_id), JSON.stringify([...names, name]));
}

function storageKey(project_id: string): string {
  return `assay-labels-${project_id}`;
}
