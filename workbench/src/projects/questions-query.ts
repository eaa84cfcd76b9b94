import { queryOptions } from "@tanstack/react-query";
import { api } from "../api/client.ts";

const SHOWN = 5;
/** A thread may have several of the newest comments. */
const READ = 50;

/** The open threads of a project with the newest comments, each by its newest one, and whether there are more. */
export function questionsQuery(project_id: string) {
  return queryOptions({
    queryKey: ["comments", "open", project_id],
    queryFn: async () => {
      const query = { project_id, resolved: false, limit: READ };
      const { data, next_cursor } = (await api.GET("/v1/comments", { params: { query } })).data;
      const threads = data.filter(
        ({ thread_id }, place) => data.findIndex((one) => one.thread_id === thread_id) === place,
      );
      return {
        threads: threads.slice(0, SHOWN),
        hasMore: threads.length > SHOWN || next_cursor !== null,
      };
    },
  });
}
