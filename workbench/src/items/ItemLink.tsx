import { Link, useSearch } from "@tanstack/react-router";
import type { ReactNode } from "react";
import type { ItemsSearch } from "./search.ts";

declare module "@tanstack/react-router" {
  interface HistoryState {
    /** The list from which an item was opened. */
    items?: ItemsSearch;
  }
}

interface ItemLinkProps {
  readonly id: string;
  readonly children: ReactNode;
  readonly className?: string | undefined;
  readonly title?: string;
}

/** A link from the list of items to one of them, from which the same list is reached again. */
export function ItemLink({ id, ...props }: ItemLinkProps) {
  const items = useSearch({ from: "/inside/items" });
  return <Link to="/items/$id" params={{ id }} state={{ items }} {...props} />;
}
