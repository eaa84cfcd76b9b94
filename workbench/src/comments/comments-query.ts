import { queryOptions } from "@tanstack/react-query";
import { api } from "../api/client.ts";
import type { Comment } from "./threads.ts";

const MOST = 100;
const AGAIN_MS = 30_000;
const KEPT_MS = 30_000;

/** What was said of an item, as far as one may see it: the first hundred comments. */
export function commentsQuery(item_id: string) {
  return queryOptions({
    queryKey: ["comments", item_id],
    queryFn: async (): Promise<readonly Comment[]> => {
      const query = { item_id, limit: MOST, sort: "created_at" as const };
      return (await api.GET("/v1/comments", { params: { query } })).data.data;
    },
    refetchInterval: AGAIN_MS,
    gcTime: KEPT_MS,
  });
}
