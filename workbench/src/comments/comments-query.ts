import { listAll } from "@assay/sdk/list-all.ts";
import { queryOptions } from "@tanstack/react-query";
import { api } from "../api/client.ts";
import { everyRow } from "../api/every-row.ts";
import type { Comment } from "./threads.ts";

const PAGE = 100;
const AGAIN_MS = 30_000;
const KEPT_MS = 30_000;

/** The comments on an item that the member may see, oldest first. */
export function commentsQuery(item_id: string) {
  return queryOptions({
    queryKey: ["comments", item_id],
    queryFn: (): Promise<readonly Comment[]> =>
      everyRow(listAll(api, "/v1/comments", { query: { item_id, limit: PAGE, sort: "created_at" } })),
    refetchInterval: AGAIN_MS,
    gcTime: KEPT_MS,
  });
}
