import { useQuery } from "@tanstack/react-query";
import { useLive } from "../api/live.ts";
import { type AllWaiting, listWaiting, WAITING } from "./waiting.ts";

const NONE: AllWaiting = { data: [], training: [] };

/** Whether a batch or project has items for the member to annotate, also those of a training; false if not asked. */
export function useCanAnnotate(key: "batch_id" | "project_id", id: string, isAsked: boolean): boolean {
  const { data, training } = useWaiting({ [key]: id }, "annotate", isAsked);
  return (
    data.some(({ annotate, rework, in_hand }) => annotate + rework + in_hand > 0) ||
    training.some(({ status }) => status === "training")
  );
}

/** Whether a batch has labels that the member may audit: no one audits what they have answered. False if not asked. */
export function useCanAudit(batch_id: string, isAsked: boolean): boolean {
  return useWaiting({ batch_id }, "audit", isAsked).data.some(({ audit, in_hand }) => audit + in_hand > 0);
}

/** Asked for each kind of work on its own, because what came before a batch was audited has no audits. */
function useWaiting(
  where: Parameters<typeof listWaiting>[0],
  kind: "annotate" | "audit",
  isAsked: boolean,
): AllWaiting {
  const { data: waiting = NONE } = useQuery({
    queryKey: [...WAITING, where, kind],
    queryFn: () => listWaiting(where),
    enabled: isAsked,
  });
  useLive(WAITING);
  return isAsked ? waiting : NONE;
}
