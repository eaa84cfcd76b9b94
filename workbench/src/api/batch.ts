import type { components } from "@assay/sdk/schema.ts";
import { queryOptions } from "@tanstack/react-query";
import { api } from "./client.ts";

export type Batch = components["schemas"]["Batch"];
export type Quality = components["schemas"]["Quality"];

/** The query of a batch. */
export function batchQuery(id: string) {
  return queryOptions({
    queryKey: ["batches", id],
    queryFn: async (): Promise<Batch> =>
      (await api.GET("/v1/batches/{id}", { params: { path: { id } } })).data,
  });
}

const REPORT_EVERY_MS = 15_000;

/** The query of a batch's quality, which is more expensive than the batch itself. */
export function qualityQuery(id: string) {
  return queryOptions({
    queryKey: ["quality", id],
    queryFn: async (): Promise<Quality> =>
      (await api.GET("/v1/batches/{id}/quality", { params: { path: { id } } })).data,
    refetchInterval: REPORT_EVERY_MS,
  });
}
