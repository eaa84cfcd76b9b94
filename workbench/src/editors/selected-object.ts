import { createContext, useContext, useEffect, useRef } from "react";
import { Listeners } from "../listeners.ts";

/** The key of the selected object, shared by the editor and the fields beside it. */
export class SelectedObject {
  #key: string | null = null;
  readonly #listeners = new Listeners();
  readonly #showers = new Listeners<[key: string]>();

  readonly key = (): string | null => this.#key;

  readonly subscribe = this.#listeners.subscribe;

  /** Called by the editor with the selected object; null if none or several are selected. */
  select(key: string | null): void {
    if (key === this.#key) return;
    this.#key = key;
    this.#listeners.notify();
  }

  /** Asks the editor to select an object, or the steps of a conversation to go to one, by its number from 0. */
  readonly show = this.#showers.notify;

  readonly onShow = this.#showers.subscribe;
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
