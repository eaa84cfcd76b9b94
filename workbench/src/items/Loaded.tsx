import { useEffect, useRef } from "react";
import { strings as design } from "#strings/design.ts";
import { strings as all } from "#strings/items.ts";
import { useOnline } from "../api/use-online.ts";
import type { Guidelines } from "../editors/editor.ts";
import type { Chosen } from "./Bulk.tsx";
import styles from "./Items.module.css";
import type { ItemSummary } from "./item.ts";
import type { ItemSort } from "./search.ts";

const strings = all.list;

/** The next page is loaded when so many items or fewer follow the last one in view. */
const AHEAD = 20;

/** The props of the table and of the gallery. */
export interface ItemsProps {
  /** The pages that are loaded. */
  readonly items: readonly ItemSummary[];
  /** For the labels on thumbnails; absent while it loads. */
  readonly project: Guidelines | undefined;
  readonly hasMore: boolean;
  readonly isLoading: boolean;
  readonly onMore: () => void;
  readonly chosen: Chosen;
  readonly onChoose: (chosen: Chosen) => void;
  /** The order of the items; undefined for that of the batch. By suspicion, items say why their label may be wrong. */
  readonly sort: ItemSort | undefined;
  /** Undefined where there is one order only. */
  readonly onSort: ((sort: ItemSort | undefined) => void) | undefined;
}

/** Loads the next page when the item at `last` is in view and few follow it. */
export function useNextPage({ items, hasMore, isLoading, onMore }: ItemsProps, last: number): void {
  useEffect(() => {
    if (hasMore && !isLoading && last >= items.length - AHEAD) onMore();
  }, [hasMore, isLoading, last, items.length, onMore]);
}

/** Which of the items are selected, and how one of them is, or with Shift all from the one before. What lists them takes `keys`. */
export function useChoice({ items, chosen, onChoose }: Pick<ItemsProps, "items" | "chosen" | "onChoose">) {
  const before = useRef<string>(undefined);
  const isShift = useRef(false);
  const watch = ({ shiftKey }: { readonly shiftKey: boolean }) => {
    isShift.current = shiftKey;
  };
  const isChosen = (id: string) => chosen === "all" || chosen.has(id);
  return {
    isChosen,
    isAll: items.length > 0 && items.every(({ id }) => isChosen(id)),
    isSome: chosen === "all" || chosen.size > 0,
    choose(id: string, isOn: boolean) {
      const next = new Set(chosen === "all" ? items.map((item) => item.id) : chosen);
      const [at, from] = [id, before.current].map((one) => items.findIndex((item) => item.id === one));
      const isRange = isShift.current && at !== undefined && from !== undefined && from !== -1;
      const changed = isRange ? items.slice(Math.min(at, from), Math.max(at, from) + 1) : [{ id }];
      for (const item of changed) {
        if (isOn) next.add(item.id);
        else next.delete(item.id);
      }
      before.current = id;
      onChoose(next);
    },
    keys: { onPointerDownCapture: watch, onKeyDownCapture: watch },
  };
}

/** How many items are loaded. */
export function Loaded({ items, hasMore, isLoading }: Pick<ItemsProps, "items" | "hasMore" | "isLoading">) {
  const { length } = items;
  const loading = useOnline() ? strings.loading : design.offline;
  return (
    <p className={styles.foot} role="status">
      {isLoading ? loading : hasMore ? strings.loaded(length) : strings.total(length)}
    </p>
  );
}
