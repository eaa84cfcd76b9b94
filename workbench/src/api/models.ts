import type { components } from "@assay/sdk/schema.ts";
import { keepPreviousData, queryOptions } from "@tanstack/react-query";
import { api } from "./client.ts";

export type ModelReport = components["schemas"]["ModelReport"];
export type JudgedModel = ModelReport["models"][number];
export type AutoAccept = components["schemas"]["AutoAccept"];
export type AutoAcceptPlan = components["schemas"]["AutoAcceptPlan"];

/** The query of the report on the models of a batch, which is read anew for every other `stage`. */
export function modelsQuery(id: string, stage: string) {
  return queryOptions({
    queryKey: ["models", id, "report", stage],
    queryFn: async (): Promise<ModelReport> =>
      (await api.GET("/v1/batches/{id}/models", { params: { path: { id } } })).data,
    placeholderData: keepPreviousData,
  });
}

/** Jobs move an auto-accept on without an event. */
const MOVES_MS = 2_000;

/** The query of the auto-accepts of a batch, newest first; read anew for every other `stage` of runs, which may begin one. */
export function autoAcceptsQuery(id: string, stage: string) {
  return queryOptions({
    queryKey: ["models", id, "auto-accepts", stage],
    queryFn: async (): Promise<readonly AutoAccept[]> =>
      (await api.GET("/v1/batches/{id}/auto-accept", { params: { path: { id } } })).data.data,
    refetchInterval: ({ state: { data } }) => (data?.some(isUnderWay) ? MOVES_MS : false),
    placeholderData: keepPreviousData,
  });
}

/** Whether items still wait for it. */
export function isUnderWay({ status }: AutoAccept): boolean {
  return status !== "finished" && status !== "canceled";
}

/** The query of what an auto-accept by a model would save; in money too if an answer of people costs so much. */
export function autoAcceptPlanQuery(
  id: string,
  { model, version }: Pick<JudgedModel, "model" | "version">,
  cost_per_answer?: number,
) {
  const query = {
    model,
    ...(version !== null && { version }),
    ...(cost_per_answer !== undefined && { cost_per_answer }),
  };
  return queryOptions({
    queryKey: ["models", id, "plan", model, version, cost_per_answer],
    queryFn: async (): Promise<AutoAcceptPlan> =>
      (await api.GET("/v1/batches/{id}/auto-accept/plan", { params: { path: { id }, query } })).data,
  });
}

/** The query of the first hundred registered models. */
export const registeredModelsQuery = queryOptions({
  queryKey: ["registered-models", "all"],
  queryFn: async () => (await api.GET("/v1/models", { params: { query: { limit: 100 } } })).data.data,
});

/** The query of the last runs of models over a batch, newest first; read again while one goes on. */
export function runsQuery(id: string) {
  return queryOptions({
    queryKey: ["models", id, "runs"],
    queryFn: async () => (await api.GET("/v1/batches/{id}/runs", { params: { path: { id } } })).data.data,
    refetchInterval: ({ state: { data } }) =>
      data?.some(({ status }) => status === "running") ? MOVES_MS : false,
  });
}

/** The query of the first items for which a run has no valid result. */
export function runErrorsQuery(id: string, run_id: string) {
  return queryOptions({
    queryKey: ["models", id, "runs", run_id, "errors"],
    queryFn: async () =>
      (await api.GET("/v1/batches/{id}/runs/{run_id}/errors", { params: { path: { id, run_id } } })).data,
  });
}
