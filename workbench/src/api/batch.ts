import type { components } from "@assay/sdk/schema.ts";
import { queryOptions } from "@tanstack/react-query";
import { api } from "./client.ts";

export type Batch = components["schemas"]["Batch"];
export type Quality = components["schemas"]["Quality"];

/** A batch as it stands. */
export function batchQuery(id: string) {
  return queryOptions({
    queryKey: ["batches", id],
    queryFn: async (): Promise<Batch> =>
      (await api.GET("/v1/batches/{id}", { params: { path: { id } } })).data,
  });
}

const REPORT_EVERY_MS = 15_000;

/** What is known of its quality, which costs the service more to tell than the batch does. */
export function qualityQuery(id: string) {
  return queryOptions({
    queryKey: ["quality", id],
    queryFn: async (): Promise<Quality> =>
      (await api.GET("/v1/batches/{id}/quality", { params: { path: { id } } })).data,
    refetchInterval: REPORT_EVERY_MS,
  });
}
