import { useEffect } from "react";

/** What a pointer does, for the list of keys; handlers of pointers perform it. */
export interface Gesture {
  readonly title: string;
  /** How it is done, such as "Space and drag". */
  readonly how: string;
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
