import { useQuery } from "@tanstack/react-query";
import type { Training } from "./deliver.ts";
import type { WorkScope } from "./task.ts";
import type { TaskQueueState } from "./task-queue-state.ts";
import { listWaiting, WAITING } from "./waiting.ts";

/** A training to show on the work screen. */
export interface ShownTraining {
  readonly training: Training;
  /** Whether no item is left because the project has too few known answers. */
  readonly isShort: boolean;
}

/** What decides whether to ask, and what is known without. */
interface Asking extends Pick<TaskQueueState, "current" | "finished" | "notice" | "training"> {
  readonly phase: string;
}

/** How far the member's training is: after the last answer, or as the service says where that is not known; null without one. */
export function useTraining(state: Asking, scope: WorkScope): ShownTraining | null {
  const { current, phase, finished, notice } = state;
  const task = current?.task;
  const isAsked = task === undefined ? phase === "empty" || notice !== null : task.is_training;
  const where = task === undefined ? placeOf(scope) : { batch_id: task.batch_id };
  const { data: asked } = useQuery({
    queryKey: [...WAITING, "training", where, finished],
    queryFn: async () => (await listWaiting(where)).training[0] ?? null,
    enabled: isAsked && scope.kinds.includes("annotate"),
  });
  const training = state.training ?? (isAsked ? asked : null) ?? null;
  const isShort = asked?.is_short === true && phase === "empty";
  return training === null ? null : { training, isShort };
}

function placeOf({ batch, project }: WorkScope) {
  return {
    ...(batch === undefined ? {} : { batch_id: batch }),
    ...(project === undefined ? {} : { project_id: project }),
  };
}
