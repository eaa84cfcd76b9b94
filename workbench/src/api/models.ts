import type { components } from "@assay/sdk/schema.ts";
import { queryOptions } from "@tanstack/react-query";
import { api } from "./client.ts";

export type ModelReport = components["schemas"]["ModelReport"];
export type JudgedModel = ModelReport["models"][number];
export type AutoAccept = components["schemas"]["AutoAccept"];
export type AutoAcceptPlan = components["schemas"]["AutoAcceptPlan"];

/** The query of the report on the models of a batch. */
export function modelsQuery(id: string) {
  return queryOptions({
    queryKey: ["models", id],
    queryFn: async (): Promise<ModelReport> =>
      (await api.GET("/v1/batches/{id}/models", { params: { path: { id } } })).data,
  });
}

/** Jobs move an auto-accept on without an event. */
const MOVES_MS = 2_000;

/** The query of the auto-accepts of a batch, newest first. */
export function autoAcceptsQuery(id: string) {
  return queryOptions({
    queryKey: ["models", id, "auto-accepts"],
    queryFn: async (): Promise<readonly AutoAccept[]> =>
      (await api.GET("/v1/batches/{id}/auto-accept", { params: { path: { id } } })).data.data,
    refetchInterval: ({ state: { data } }) => (data?.some(isUnderWay) ? MOVES_MS : false),
  });
}

/** Whether items still wait for it. */
export function isUnderWay({ status }: AutoAccept): boolean {
  return status !== "finished" && status !== "canceled";
}

/** The query of what an auto-accept by a model would save. */
export function autoAcceptPlanQuery(id: string, { model, version }: Pick<JudgedModel, "model" | "version">) {
  const query = { model, ...(version !== null && { version }) };
  return queryOptions({
    queryKey: ["models", id, "plan", model, version],
    queryFn: async (): Promise<AutoAcceptPlan> =>
      (await api.GET("/v1/batches/{id}/auto-accept/plan", { params: { path: { id }, query } })).data,
  });
}
