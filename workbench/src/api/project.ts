import type { components } from "@assay/sdk/schema.ts";
import { queryOptions } from "@tanstack/react-query";
import { api } from "./client.ts";

export type Project = components["schemas"]["Project"];

/** A project to read and change; `progressQuery` has its progress. */
export function projectQuery(id: string) {
  return queryOptions({
    queryKey: ["projects", id],
    queryFn: async (): Promise<Project> =>
      (await api.GET("/v1/projects/{id}", { params: { path: { id } } })).data,
  });
}

/** The progress of a project's batches. */
export function progressQuery(id: string) {
  return queryOptions({
    queryKey: ["projects", id, "progress"],
    queryFn: async () => {
      const params = { path: { id }, query: { include: "progress" as const } };
      return (await api.GET("/v1/projects/{id}", { params })).data.progress;
    },
  });
}
