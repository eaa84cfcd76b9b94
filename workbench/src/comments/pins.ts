import type { components } from "@assay/sdk/schema.ts";
import { createContext, useContext, useEffect, useRef, useSyncExternalStore } from "react";

/** What of an item a comment is about. */
export type Place = NonNullable<components["schemas"]["Comment"]["place"]>;

/** The place of an open thread, with the number that it has in the list of comments. */
export interface Pin {
  readonly number: number;
  readonly place: Place;
}

/** What an editor and the comments beside it tell each other; neither knows the other. */
export class Pins {
  #place: Place | null = null;
  #pinned: readonly Pin[] = [];
  readonly #watchers = new Set<() => void>();
  readonly #showers = new Set<(place: Place) => void>();

  readonly subscribe = (watcher: () => void): (() => void) => {
    this.#watchers.add(watcher);
    return () => this.#watchers.delete(watcher);
  };

  /** What is selected in the editor, and so what a new comment is pinned to; null for the whole item. */
  readonly place = (): Place | null => this.#place;

  /** What the editor marks. */
  readonly pinned = (): readonly Pin[] => this.#pinned;

  /** Told by the editor. */
  point(place: Place | null): void {
    if (JSON.stringify(place) === JSON.stringify(this.#place)) return;
    this.#place = place;
    this.#tell();
  }

  /** Told by the comments. */
  pin(pinned: readonly Pin[]): void {
    if (JSON.stringify(pinned) === JSON.stringify(this.#pinned)) return;
    this.#pinned = pinned;
    this.#tell();
  }

  /** Asks the editor to bring a place into sight. */
  show(place: Place): void {
    for (const shower of this.#showers) shower(place);
  }

  onShow(shower: (place: Place) => void): () => void {
    this.#showers.add(shower);
    return () => this.#showers.delete(shower);
  }

  #tell(): void {
    for (const watcher of this.#watchers) watcher();
  }
}

/** Where an editor has no comments beside it, or comments no editor. */
export const NOBODY = new Pins();

export const PinsContext = createContext(NOBODY);

/** For editors: tells what is selected, and brings what is asked for into sight; gives what is to be marked. */
export function usePins(place: Place | null, onShow: (place: Place) => void): readonly Pin[] {
  const pins = useContext(PinsContext);
  const shower = useRef(onShow);
  shower.current = onShow;
  useEffect(() => pins.point(place));
  useEffect(() => pins.onShow((shown) => shower.current(shown)), [pins]);
  useEffect(() => () => pins.point(null), [pins]);
  return useSyncExternalStore(pins.subscribe, pins.pinned);
}
