import { infiniteQueryOptions } from "@tanstack/react-query";
import { api } from "../api/client.ts";
import { filterOf, type ItemsSearch, queryOf, SORTS } from "./search.ts";

const PAGE = 200;

/** The items of a list by the page. */
export function itemsQuery(search: ItemsSearch) {
  const { sort } = search;
  const filter = filterOf(search);
  return infiniteQueryOptions({
    queryKey: ["items", filter, sort ?? null],
    queryFn: async ({ pageParam }) => {
      const sorted = sort === undefined ? {} : { sort: SORTS[sort] };
      const place = pageParam === null ? {} : { cursor: pageParam };
      const query = { ...queryOf(filter), ...sorted, limit: PAGE, ...place };
      return (await api.GET("/v1/items", { params: { query } })).data;
    },
    initialPageParam: null as string | null,
    getNextPageParam: (page) => page.next_cursor,
  });
}
