import type { components } from "@assay/sdk/schema.ts";
import { queryOptions } from "@tanstack/react-query";
import { api } from "./client.ts";

export type Project = components["schemas"]["Project"];

/** A project as it is changed; how far it is, `progressQuery` tells. */
export function projectQuery(id: string) {
  return queryOptions({
    queryKey: ["projects", id],
    queryFn: async (): Promise<Project> =>
      (await api.GET("/v1/projects/{id}", { params: { path: { id } } })).data,
  });
}

/** How far a project's batches are. */
export function progressQuery(id: string) {
  return queryOptions({
    queryKey: ["projects", id, "progress"],
    queryFn: async () => {
      const params = { path: { id }, query: { include: "progress" as const } };
      return (await api.GET("/v1/projects/{id}", { params })).data.progress;
    },
  });
}
