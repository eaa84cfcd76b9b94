import { queryOptions } from "@tanstack/react-query";
import { api } from "../api/client.ts";

const SHOWN = 5;
/** A thread may have several of the newest comments. */
const READ = 50;

/**
 * The open threads of a project with the newest comments: what was asked, how many replies it has so far, and whether there are more
 * threads. A thread whose question is older than the comments that are read shows its first reply among them.
 */
export function questionsQuery(project_id: string) {
  return queryOptions({
    queryKey: ["comments", "open", project_id],
    queryFn: async () => {
      const query = { project_id, resolved: false, limit: READ };
      const { data, next_cursor } = (await api.GET("/v1/comments", { params: { query } })).data;
      const threads = [...Map.groupBy(data, ({ thread_id }) => thread_id).values()].flatMap((newestFirst) => {
        const asked = newestFirst.at(-1);
        return asked === undefined ? [] : [{ asked, replies: newestFirst.length - 1 }];
      });
      return {
        threads: threads.slice(0, SHOWN),
        hasMore: threads.length > SHOWN || next_cursor !== null,
      };
    },
  });
}
