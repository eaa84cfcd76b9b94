import { useEffect, useRef, useState } from "react";

/** Pause after which typing is saved, in ms; each finished word is saved at once. */
const PAUSE_MS = 400;

/**
 * A text field that saves each word as one change: undo removes words, and a crash loses one at most. Also saves
 * before any action with Ctrl.
 */
export function useTyped(stored: string, commit: (text: string) => void) {
  const [draft, setDraft] = useState<string | null>(null);
  const pending = useRef<string | null>(null);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const keep = useRef(commit);
  keep.current = commit;

  function flush(): void {
    clearTimeout(timer.current);
    const text = pending.current;
    pending.current = null;
    setDraft(null);
    if (text !== null) keep.current(text);
  }

  useEffect(
    () => () => {
      clearTimeout(timer.current);
      if (pending.current !== null) keep.current(pending.current);
    },
    [],
  );

  return {
    value: draft ?? stored,
    onChange: (text: string) => {
      const before = pending.current ?? stored;
      pending.current = text;
      setDraft(text);
      clearTimeout(timer.current);
      const isWord = /[\s\p{P}]$/u.test(text) || Math.abs(text.length - before.length) > 1;
      if (isWord) flush();
      else timer.current = setTimeout(flush, PAUSE_MS);
    },
    onBlur: flush,
    onKeyDown: (pressed: FieldKey) => {
      if (pressed.ctrlKey || pressed.metaKey) flush();
      pressed.continuePropagation(); // React Aria stops the propagation otherwise
    },
  };
}

interface FieldKey {
  readonly ctrlKey: boolean;
  readonly metaKey: boolean;
  readonly continuePropagation: () => void;
}
