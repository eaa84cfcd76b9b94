import { useInfiniteQuery } from "@tanstack/react-query";
import { useNavigate } from "@tanstack/react-router";
import { useEffect } from "react";
import { strings as everywhere } from "#strings/everywhere.ts";
import { strings as all } from "#strings/items.ts";
import { keyName } from "../actions/key-name.ts";
import { keyOf } from "../actions/own-keys.ts";
import { useActions } from "../actions/use-actions.ts";
import { Button } from "../design/Button.tsx";
import { formatNumber } from "../strings/format.ts";
import styles from "./ItemPage.module.css";
import { itemsQuery } from "./items-query.ts";
import { type ItemsSearch, isWholeBatch } from "./search.ts";

const strings = all.item;

const WAYS = {
  previous: { id: "item.previous", title: strings.previous, key: "Ctrl+ArrowLeft" },
  next: { id: "item.next", title: strings.next, key: "Ctrl+ArrowRight" },
} as const;

interface NeighborsProps {
  readonly id: string;
  /** The list from which the item was opened. */
  readonly list: ItemsSearch;
  /** The number of items in the batch. */
  readonly items: number;
}

/**
 * Leads to the items before and after one in its list, by buttons and keys, and says its place there. Nothing if the list's pages up
 * to the item are not read, as after a reload far down in a list. Of a filtered list, nobody counts the items of further pages.
 */
export function Neighbors({ id, list, items: inBatch }: NeighborsProps) {
  const { data, hasNextPage, isFetching, fetchNextPage } = useInfiniteQuery({
    ...itemsQuery(list),
    staleTime: Number.POSITIVE_INFINITY, // an item that no longer matches keeps its place while one goes through the list
  });
  const navigate = useNavigate();
  const items = data?.pages.flatMap((page) => page.data) ?? [];
  const at = items.findIndex((item) => item.id === id);
  const isMoreNeeded = at !== -1 && at === items.length - 1 && hasNextPage && !isFetching;
  useEffect(() => {
    if (isMoreNeeded) void fetchNextPage();
  }, [isMoreNeeded, fetchNextPage]);
  const to = { previous: at === -1 ? undefined : items[at - 1], next: at === -1 ? undefined : items[at + 1] };
  const go = (way: keyof typeof WAYS) => {
    const { id: next } = to[way] ?? {};
    if (next !== undefined)
      void navigate({ to: "/items/$id", params: { id: next }, state: { items: list }, replace: true });
  };
  useActions(
    (["previous", "next"] as const).map((way) => ({
      ...{ id: WAYS[way].id, title: WAYS[way].title, keys: [WAYS[way].key] },
      isEnabled: () => to[way] !== undefined,
      run: () => go(way),
    })),
  );
  if (at === -1) return null;
  const total = hasNextPage ? (isWholeBatch(list) ? inBatch : null) : items.length;
  const button = (way: keyof typeof WAYS) => (
    <Button
      isDisabled={to[way] === undefined}
      aria-keyshortcuts={keyOf(WAYS[way].id, WAYS[way].key)}
      onPress={() => go(way)}
    >
      {WAYS[way].title} <kbd>{keyName(keyOf(WAYS[way].id, WAYS[way].key))}</kbd>
    </Button>
  );
  return (
    <div className={styles.way}>
      {button("previous")}
      {total !== null && <span>{everywhere.numberOf(formatNumber(at + 1), formatNumber(total))}</span>}
      {button("next")}
    </div>
  );
}
