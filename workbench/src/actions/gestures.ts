import { useEffect } from "react";
import type { PointerUse } from "./pointer-choices.ts";

/** What a pointer does, for the list of keys; handlers of pointers perform it. */
export interface Gesture {
  readonly title: string;
  /** What the person can choose for it. */
  readonly use?: PointerUse;
  /** How it is done, such as "Alt and click"; after the choice if there is one. Gets the names of the modifiers. */
  readonly how: (names: Readonly<Record<"edit" | "free" | "add", string>>) => string;
  /** What fingers do instead; absent if they have no such gesture. */
  readonly touch?: string;
}

const open: (readonly Gesture[])[] = [];

/** The gestures of all that is shown. */
export function openGestures(): readonly Gesture[] {
  return open.flat();
}

/** Lists gestures while the component is mounted. Pass the same array each time. */
export function useGestures(gestures: readonly Gesture[]): void {
  useEffect(() => {
    open.push(gestures);
    return () => void open.splice(open.indexOf(gestures), 1);
  }, [gestures]);
}
