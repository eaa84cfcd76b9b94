import type { components } from "@assay/sdk/schema.ts";
import { createContext, useContext, useEffect, useRef, useSyncExternalStore } from "react";
import { Listeners } from "../listeners.ts";

/** The part of an item that a comment is about. */
export type CommentPlace = NonNullable<components["schemas"]["Comment"]["place"]>;

/** The place of an open thread, and its number in the list of comments. */
export interface Pin {
  readonly number: number;
  readonly place: CommentPlace;
}

/** Connects an editor and the comments beside it, which do not know each other. */
export class Pins {
  #place: CommentPlace | null = null;
  #pinned: readonly Pin[] = [];
  readonly #listeners = new Listeners();
  readonly #showers = new Listeners<[place: CommentPlace]>();

  readonly subscribe = this.#listeners.subscribe;

  /** The selection in the editor, which a new comment is pinned to; null for the whole item. */
  readonly place = (): CommentPlace | null => this.#place;

  /** The places that the editor marks. */
  readonly pinned = (): readonly Pin[] => this.#pinned;

  /** Called by the editor. */
  point(place: CommentPlace | null): void {
    if (JSON.stringify(place) === JSON.stringify(this.#place)) return;
    this.#place = place;
    this.#listeners.notify();
  }

  /** Called by the comments. */
  pin(pinned: readonly Pin[]): void {
    if (JSON.stringify(pinned) === JSON.stringify(this.#pinned)) return;
    this.#pinned = pinned;
    this.#listeners.notify();
  }

  /** Asks the editor to show a place. */
  readonly show = this.#showers.notify;

  readonly onShow = this.#showers.subscribe;
}

/** The default for editors without comments, and comments without an editor. */
export const NO_PINS = new Pins();

export const PinsContext = createContext(NO_PINS);

/** Reports the editor's selection and shows places on request; returns the places to mark. */
export function usePins(place: CommentPlace | null, onShow: (place: CommentPlace) => void): readonly Pin[] {
  const pins = useContext(PinsContext);
  const shower = useRef(onShow);
  shower.current = onShow;
  useEffect(() => pins.point(place));
  useEffect(() => pins.onShow((shown) => shower.current(shown)), [pins]);
  useEffect(() => () => pins.point(null), [pins]);
  return useSyncExternalStore(pins.subscribe, pins.pinned);
}
