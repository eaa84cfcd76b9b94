import { createContext, useContext, useEffect, useRef } from "react";

/** The key of the selected object, shared by the editor and the fields beside it. */
export class SelectedObject {
  #key: string | null = null;
  readonly #watchers = new Set<() => void>();
  readonly #showers = new Set<(key: string) => void>();

  readonly key = (): string | null => this.#key;

  readonly subscribe = (watcher: () => void): (() => void) => {
    this.#watchers.add(watcher);
    return () => this.#watchers.delete(watcher);
  };

  /** Called by the editor with the selected object; null if none or several are selected. */
  select(key: string | null): void {
    if (key === this.#key) return;
    this.#key = key;
    for (const watcher of this.#watchers) watcher();
  }

  /** Asks the editor to select an object. */
  show(key: string): void {
    for (const shower of this.#showers) shower(key);
  }

  onShow(shower: (key: string) => void): () => void {
    this.#showers.add(shower);
    return () => this.#showers.delete(shower);
  }
}

export const SelectedObjectContext = createContext(new SelectedObject());

/** Shares the editor's selection, and selects the objects that fields ask for. */
export function useSelectedObject(key: string | null, onShow: (key: string) => void): void {
  const selected = useContext(SelectedObjectContext);
  const shower = useRef(onShow);
  shower.current = onShow;
  useEffect(() => selected.select(key), [selected, key]);
  useEffect(() => selected.onShow((shown) => shower.current(shown)), [selected]);
}
