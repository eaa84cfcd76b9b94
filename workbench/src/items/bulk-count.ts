import { queryOptions } from "@tanstack/react-query";
import { api } from "../api/client.ts";
import type { BulkItems } from "./bulk-actions.ts";

/** How many items a request would change now; null without a request. */
export function bulkCountQuery(request: BulkItems | null) {
  return queryOptions({
    queryKey: ["bulk-count", request],
    queryFn: async () => {
      if (request === null) return null;
      const { data } = await api.POST("/v1/items/bulk", { body: { ...request, dry_run: true } });
      return "changed" in data ? null : data;
    },
    enabled: request !== null,
    staleTime: 0,
  });
}

/** What a request found. */
interface Found {
  readonly count: number;
  readonly is_lower_bound: boolean;
}

/** Whether the request would change no item. */
export function isNone({ count, is_lower_bound }: Found): boolean {
  return count === 0 && !is_lower_bound;
}
