import { useEffect, useState, useSyncExternalStore } from "react";
import { type DraftStore, openStore } from "../drafts/store.ts";
import { rememberScope } from "./last-scope.ts";
import type { WorkScope } from "./task.ts";
import { writerLockOf } from "./writer-lock.ts";

/** A member's leased tasks, as a view of the work screen has them. */
interface Queue<State> {
  readonly start: () => Promise<void>;
  readonly close: () => void;
  readonly state: () => State;
  readonly subscribe: (listener: () => void) => () => void;
}

const nothing = () => () => undefined;

/**
 * The member's queue while the page is mounted; undefined until the draft store is open. All queues of a member share a lock, so that one
 * tab has one of them.
 */
export function useQueue<State, Opened extends Queue<State>>(
  Kind: new (scope: WorkScope, store: DraftStore, lockName: string) => Opened,
  atFirst: State,
  member_id: string,
  scope: WorkScope,
): readonly [Opened | undefined, State] {
  const [queue, setQueue] = useState<Opened>();
  const { project, batch } = scope;
  const kinds = scope.kinds.join();
  // biome-ignore lint/correctness/useExhaustiveDependencies: a scope is its parts
  useEffect(() => {
    rememberScope(member_id, scope);
    let isOver = false;
    let opened: Opened | undefined;
    void openStore(member_id).then((store) => {
      if (isOver) return;
      opened = new Kind(scope, store, writerLockOf(member_id));
      setQueue(opened);
      void opened.start();
    });
    return () => {
      isOver = true;
      opened?.close();
    };
  }, [member_id, project, batch, kinds]);
  return [queue, useSyncExternalStore(queue?.subscribe ?? nothing, queue?.state ?? (() => atFirst))];
}
