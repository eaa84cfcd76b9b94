import { useQuery } from "@tanstack/react-query";
import { useLive } from "../api/live.ts";
import { type AllWaiting, listWaiting, WAITING } from "./waiting.ts";

const NONE: AllWaiting = { data: [], training: [] };

/** Whether a batch or project has items for the member to annotate, also those of a training; false if not asked. */
export function useCanAnnotate(key: "batch_id" | "project_id", id: string, isAsked: boolean): boolean {
  const { data: waiting = NONE } = useQuery({
    queryKey: [...WAITING, key, id],
    queryFn: () => listWaiting({ [key]: id }),
    enabled: isAsked,
  });
  useLive(WAITING);
  return (
    isAsked && (waiting.data.some(hasItems) || waiting.training.some(({ status }) => status === "training"))
  );
}

function hasItems({ annotate, rework, in_hand }: AllWaiting["data"][number]): boolean {
  return annotate + rework + in_hand > 0;
}
