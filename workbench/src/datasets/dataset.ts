import { listAll } from "@assay/sdk/list-all.ts";
import type { components } from "@assay/sdk/schema.ts";
import { queryOptions } from "@tanstack/react-query";
import { api } from "../api/client.ts";
import { everyRow } from "../api/every-row.ts";

export type Dataset = components["schemas"]["Dataset"];
export type DatasetVersion = components["schemas"]["DatasetVersion"];

/** No event tells that a version is built. */
const BUILT_MS = 1_000;

/** The datasets of a project, of which there are at most 50. */
export function datasetsQuery(project_id: string) {
  return queryOptions({
    queryKey: ["datasets", { project: project_id }],
    queryFn: () => everyRow(listAll(api, "/v1/datasets", { query: { project_id } })),
  });
}

export function datasetQuery(id: string) {
  return queryOptions({
    queryKey: ["datasets", id],
    queryFn: async (): Promise<Dataset> =>
      (await api.GET("/v1/datasets/{id}", { params: { path: { id } } })).data,
  });
}

/** The versions of a dataset, newest first; there are at most 100. */
export function versionsQuery(id: string) {
  return queryOptions({
    queryKey: ["datasets", id, "versions"],
    queryFn: () => everyRow(listAll(api, "/v1/datasets/{id}/versions", { path: { id } })),
    refetchInterval: ({ state }) =>
      state.data?.some(({ status }) => status === "processing") ? BUILT_MS : false,
  });
}
