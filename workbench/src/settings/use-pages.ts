import { type QueryKey, useInfiniteQuery } from "@tanstack/react-query";

interface Page<Row> {
  readonly data: readonly Row[];
  readonly next_cursor: string | null;
}

const MOVING_MS = 1_000;

/** A list that loads page by page; `read` gets the cursor. It is reloaded while a row `isMoving`. */
export function usePages<Row>(
  key: QueryKey,
  read: (place: { cursor?: string }) => Promise<Page<Row>>,
  isMoving: (row: Row) => boolean = () => false,
) {
  const query = useInfiniteQuery({
    queryKey: key,
    queryFn: ({ pageParam }) => read(pageParam === null ? {} : { cursor: pageParam }),
    initialPageParam: null as string | null,
    getNextPageParam: (page) => page.next_cursor,
    refetchInterval: ({ state }) =>
      state.data?.pages.some((page) => page.data.some(isMoving)) ? MOVING_MS : false,
  });
  const { data, hasNextPage, fetchNextPage } = query;
  const rows = data?.pages.flatMap((page) => page.data) ?? [];
  const more = hasNextPage ? () => void fetchNextPage() : undefined;
  return { query, rows, more };
}
