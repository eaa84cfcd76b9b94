import { type QueryKey, useInfiniteQuery } from "@tanstack/react-query";

interface Page<Row> {
  readonly data: readonly Row[];
  readonly next_cursor: string | null;
}

/** A list that grows by pages; `read` is given where the next one begins. */
export function usePages<Row>(key: QueryKey, read: (place: { cursor?: string }) => Promise<Page<Row>>) {
  const query = useInfiniteQuery({
    queryKey: key,
    queryFn: ({ pageParam }) => read(pageParam === null ? {} : { cursor: pageParam }),
    initialPageParam: null as string | null,
    getNextPageParam: (page) => page.next_cursor,
  });
  const { data, error, isPending, hasNextPage, fetchNextPage } = query;
  const rows = data?.pages.flatMap((page) => page.data) ?? [];
  const more = hasNextPage ? () => void fetchNextPage() : undefined;
  return { rows, fault: error?.message, isPending, more };
}
