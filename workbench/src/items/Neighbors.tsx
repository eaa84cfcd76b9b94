import { useInfiniteQuery } from "@tanstack/react-query";
import { useNavigate } from "@tanstack/react-router";
import { strings as all } from "#strings/items.ts";
import { Button } from "../design/Button.tsx";
import { itemsQuery } from "./items-query.ts";
import type { ItemsSearch } from "./search.ts";

const strings = all.item;

/** Leads to the items before and after one in its list, as far as the list was read; nothing if it was not. */
export function Neighbors({ id, list }: { readonly id: string; readonly list: ItemsSearch }) {
  const { data } = useInfiniteQuery({ ...itemsQuery(list), enabled: false });
  const navigate = useNavigate();
  const items = data?.pages.flatMap((page) => page.data) ?? [];
  const at = items.findIndex((item) => item.id === id);
  if (at === -1) return null;
  const way = (title: string, item: { readonly id: string } | undefined) => (
    <Button
      isDisabled={item === undefined}
      onPress={() =>
        item !== undefined &&
        void navigate({ to: "/items/$id", params: { id: item.id }, state: { items: list }, replace: true })
      }
    >
      {title}
    </Button>
  );
  return (
    <>
      {way(strings.previous, items[at - 1])}
      {way(strings.next, items[at + 1])}
    </>
  );
}
