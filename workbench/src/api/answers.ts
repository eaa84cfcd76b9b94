import { queryOptions } from "@tanstack/react-query";
import { api } from "./client.ts";

/** The query of all answers to an item, oldest first. */
export function answersQuery(id: string) {
  return queryOptions({
    queryKey: ["items", "answers", id],
    queryFn: async () => (await api.GET("/v1/items/{id}/annotations", { params: { path: { id } } })).data,
  });
}
