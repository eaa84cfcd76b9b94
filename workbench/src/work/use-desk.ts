import { useEffect, useState, useSyncExternalStore } from "react";
import { openStore } from "../drafts/store.ts";
import { Desk } from "./desk.ts";
import { AT_FIRST, type DeskState } from "./desk-state.ts";
import type { WorkScope } from "./task.ts";

const nothing = () => () => undefined;
const notYet = () => AT_FIRST;

/** The desk of a member for as long as the page is shown; undefined until what is kept here has been opened. */
export function useDesk(member_id: string, scope: WorkScope): readonly [Desk | undefined, DeskState] {
  const [desk, setDesk] = useState<Desk>();
  const { project, batch } = scope;
  const kinds = scope.kinds.join();
  // biome-ignore lint/correctness/useExhaustiveDependencies: a scope is its parts
  useEffect(() => {
    let isOver = false;
    let opened: Desk | undefined;
    void openStore(member_id).then((store) => {
      if (isOver) return;
      opened = new Desk(scope, store, member_id);
      setDesk(opened);
      void opened.start();
    });
    return () => {
      isOver = true;
      opened?.close();
    };
  }, [member_id, project, batch, kinds]);
  return [desk, useSyncExternalStore(desk?.subscribe ?? nothing, desk?.state ?? notYet)];
}
