import type { components } from "@assay/sdk/schema.ts";
import { queryOptions } from "@tanstack/react-query";
import { api } from "../api/client.ts";

/** The work that waits for a member: batches with items, and projects in which they must pass a training first. */
export interface AllWaiting {
  readonly data: readonly components["schemas"]["WaitingWork"][];
  readonly training: readonly components["schemas"]["TrainingWork"][];
}

/** The key of all queries of waiting work. */
export const WAITING = ["tasks", "waiting"] as const;

/** The query of all work that waits for the member. */
export const waitingQuery = queryOptions({ queryKey: WAITING, queryFn: () => listWaiting() });

/** The work that waits for the member: all of it, or that of a batch or project. */
export async function listWaiting(
  query: { readonly batch_id?: string; readonly project_id?: string } = {},
): Promise<AllWaiting> {
  return (await api.GET("/v1/tasks/waiting", { params: { query } })).data;
}
