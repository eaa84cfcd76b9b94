import type { components } from "@assay/sdk/schema.ts";
import { useQuery } from "@tanstack/react-query";
import { api } from "../api/client.ts";
import { useLive } from "../api/live.ts";

type Waiting = components["schemas"]["WaitingWork"];

const WAITING = ["tasks", "waiting"];

/** Whether a batch or project has items for the member to annotate; false if not asked. */
export function useCanAnnotate(key: "batch_id" | "project_id", id: string, isAsked: boolean): boolean {
  const { data = [] } = useQuery({
    queryKey: [...WAITING, key, id],
    queryFn: async (): Promise<Waiting[]> =>
      (await api.GET("/v1/tasks/waiting", { params: { query: { [key]: id } } })).data.data,
    enabled: isAsked,
  });
  useLive(WAITING);
  return isAsked && data.some(hasItems);
}

function hasItems({ annotate, rework, in_hand }: Waiting): boolean {
  return annotate + rework + in_hand > 0;
}
