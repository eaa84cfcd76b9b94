import { useState } from "react";

/**
 * A hook for what somebody typed and has not saved, by a key. It is kept until the page is loaded again, so that it is there when they
 * come back from another screen. The hook returns what is kept, and changes it; undefined forgets it.
 */
export function unsavedOf<T>() {
  let all: ReadonlyMap<string, T> = new Map();
  return function useUnsaved(key: string) {
    const [shown, setShown] = useState(all);
    const keep = (change: (before: T | undefined) => T | undefined) => {
      const next = change(all.get(key));
      const others = [...all].filter(([other]) => other !== key);
      all = new Map(next === undefined ? others : [...others, [key, next]]);
      setShown(all);
    };
    return [shown.get(key), keep] as const;
  };
}
