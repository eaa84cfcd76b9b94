import { useEffect, useMemo, useState } from "react";
import { hitsOf, type Sought } from "./find.ts";
import type { Read } from "./use-text-view.ts";

/** A search in the text: what is sought, the hits, and which of them is shown. */
export function useFinding({ text, view }: Read) {
  const [isOpen, setOpen] = useState(false);
  const [sought, setSought] = useState<Sought>({ text: "", isCaseSensitive: false, isWholeWords: false });
  const [place, setPlace] = useState(0);
  const hits = useMemo(() => (isOpen ? hitsOf(text, sought) : []), [isOpen, text, sought]);
  useEffect(() => view.current?.showHits(hits, hits.length === 0 ? -1 : place), [view, hits, place]);
  const seek = (next: Partial<Sought>) => {
    setSought({ ...sought, ...next });
    setPlace(0);
  };
  return {
    ...{ isOpen, sought, hits, place, seek },
    /** Opens the search with the selected text, if there is one on one line. */
    open: () => {
      const { from, to } = view.current?.selection() ?? { from: 0, to: 0 };
      const selected = text.slice(from, to);
      if (selected !== "" && selected.length <= LONGEST && !selected.includes("\n")) seek({ text: selected });
      setOpen(true);
    },
    close: () => setOpen(false),
    go: (by: 1 | -1) => hits.length > 0 && setPlace((place + by + hits.length) % hits.length),
  };
}

export type Finding = ReturnType<typeof useFinding>;

/** Longer selections are no words to look for. */
const LONGEST = 100;
