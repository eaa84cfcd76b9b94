import type { components } from "@assay/sdk/schema.ts";
import { createContext, useContext, useEffect, useRef, useSyncExternalStore } from "react";
import { Listeners } from "../listeners.ts";

/** What of an item a comment is about. */
export type CommentPlace = NonNullable<components["schemas"]["Comment"]["place"]>;

/** The place of an open thread, with the number that it has in the list of comments. */
export interface Pin {
  readonly number: number;
  readonly place: CommentPlace;
}

/** What an editor and the comments beside it tell each other; neither knows the other. */
export class Pins {
  #place: CommentPlace | null = null;
  #pinned: readonly Pin[] = [];
  readonly #listeners = new Listeners();
  readonly #showers = new Listeners<[place: CommentPlace]>();

  readonly subscribe = this.#listeners.subscribe;

  /** What is selected in the editor, and so what a new comment is pinned to; null for the whole item. */
  readonly place = (): CommentPlace | null => this.#place;

  /** What the editor marks. */
  readonly pinned = (): readonly Pin[] => this.#pinned;

  /** Told by the editor. */
  point(place: CommentPlace | null): void {
    if (JSON.stringify(place) === JSON.stringify(this.#place)) return;
    this.#place = place;
    this.#listeners.notify();
  }

  /** Told by the comments. */
  pin(pinned: readonly Pin[]): void {
    if (JSON.stringify(pinned) === JSON.stringify(this.#pinned)) return;
    this.#pinned = pinned;
    this.#listeners.notify();
  }

  /** Asks the editor to bring a place into sight. */
  readonly show = this.#showers.notify;

  readonly onShow = this.#showers.subscribe;
}

/** For editors without comments beside them, and comments without an editor. */
export const NO_PINS = new Pins();

export const PinsContext = createContext(NO_PINS);

/** For editors: tells what is selected, and brings what is asked for into sight; gives what is to be marked. */
export function usePins(place: CommentPlace | null, onShow: (place: CommentPlace) => void): readonly Pin[] {
  const pins = useContext(PinsContext);
  const shower = useRef(onShow);
  shower.current = onShow;
  useEffect(() => pins.point(place));
  useEffect(() => pins.onShow((shown) => shower.current(shown)), [pins]);
  useEffect(() => () => pins.point(null), [pins]);
  return useSyncExternalStore(pins.subscribe, pins.pinned);
}
