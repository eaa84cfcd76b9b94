import { useEffect, useState, useSyncExternalStore } from "react";
import { openStore } from "../drafts/store.ts";
import type { WorkScope } from "./task.ts";
import { TaskQueue } from "./task-queue.ts";
import { AT_FIRST, type TaskQueueState } from "./task-queue-state.ts";

const nothing = () => () => undefined;
const notYet = () => AT_FIRST;

/** The member's task queue while the page is mounted; undefined until the draft store is open. */
export function useTaskQueue(
  member_id: string,
  scope: WorkScope,
): readonly [TaskQueue | undefined, TaskQueueState] {
  const [queue, setQueue] = useState<TaskQueue>();
  const { project, batch } = scope;
  const kinds = scope.kinds.join();
  // biome-ignore lint/correctness/useExhaustiveDependencies: a scope is its parts
  useEffect(() => {
    let isOver = false;
    let opened: TaskQueue | undefined;
    void openStore(member_id).then((store) => {
      if (isOver) return;
      opened = new TaskQueue(scope, store, member_id);
      setQueue(opened);
      void opened.start();
    });
    return () => {
      isOver = true;
      opened?.close();
    };
  }, [member_id, project, batch, kinds]);
  return [queue, useSyncExternalStore(queue?.subscribe ?? nothing, queue?.state ?? notYet)];
}
