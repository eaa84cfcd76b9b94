import type { Outgoing } from "../drafts/store.ts";
import type { Task } from "./task.ts";
import type { Given, TaskQueueState } from "./task-queue-state.ts";

const REMEMBERED = 10;

/** The submitted answers with another one; the latest ten are remembered. */
export function remembering(all: readonly Given[], given: Given): Given[] {
  return [...all, given].slice(-REMEMBERED);
}

/** What changes once the member has decided on a task. */
export function afterDecision(
  { finished, audited, training }: TaskQueueState,
  { id, kind, is_training }: Task,
  { kind: decision, body }: Pick<Outgoing, "kind" | "body">,
): Partial<TaskQueueState> {
  const isAnswer = decision === "submit";
  return {
    finished: finished + 1,
    audited: isAnswer && kind === "audit" ? [...audited, id] : audited,
    feedback: null,
    skipped: decision === "skip" ? (body.reason ?? null) : null,
    training: isAnswer && is_training ? training : null,
  };
}

/** What changes once the service says that a verdict ended an audit: an answer to it does not count. */
export function withoutAnswerTo(
  { id }: Task,
  { audited, finished }: TaskQueueState,
): Partial<TaskQueueState> {
  const stored = audited.filter((task_id) => task_id !== id);
  return { audited: stored, finished: finished - audited.length + stored.length, ended: id };
}

/** Whether the verdict that ended an audit ended this task too: it is of the same round. */
export function isOverWith(ended: Task, { batch_id, kind, round }: Task): boolean {
  return kind === "audit" && batch_id === ended.batch_id && round === ended.round;
}
