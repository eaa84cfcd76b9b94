import type { components } from "@assay/sdk/schema.ts";
import { keepPreviousData, queryOptions } from "@tanstack/react-query";
import { api } from "./client.ts";

export type Batch = components["schemas"]["Batch"];
export type Quality = components["schemas"]["Quality"];

/** No event tells that the sample of a completed batch is drawn, a moment after its completion. */
const DRAWN_AGAIN_MS = 2_000;

/** The query of a batch. */
export function batchQuery(id: string) {
  return queryOptions({
    queryKey: ["batches", id],
    queryFn: async (): Promise<Batch> =>
      (await api.GET("/v1/batches/{id}", { params: { path: { id } } })).data,
    refetchInterval: ({ state: { data } }) =>
      data !== undefined && awaitsDraw(data) ? DRAWN_AGAIN_MS : false,
  });
}

function awaitsDraw({ status, amendment, required_level, audit }: Batch): boolean {
  return (amendment ?? status) === "completed" && required_level !== "none" && audit === null;
}

const REPORT_EVERY_MS = 15_000;

/** The query of a batch's quality, which is more expensive than the batch itself. */
export function qualityQuery(id: string) {
  return queryOptions({
    queryKey: ["quality", id],
    queryFn: () => readQuality(id),
    refetchInterval: REPORT_EVERY_MS,
  });
}

/** The same, and again at once when the batch enters another state or its sample is drawn. */
export function currentQualityQuery({ id, status, amendment, audit }: Batch) {
  return queryOptions({
    queryKey: ["quality", id, status, amendment, audit === null],
    queryFn: () => readQuality(id),
    refetchInterval: REPORT_EVERY_MS,
    placeholderData: keepPreviousData,
  });
}

async function readQuality(id: string): Promise<Quality> {
  return (await api.GET("/v1/batches/{id}/quality", { params: { path: { id } } })).data;
}
