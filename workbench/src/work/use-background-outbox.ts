import { useQueryClient } from "@tanstack/react-query";
import { useEffect, useState } from "react";
import type { Outbox } from "../drafts/outbox.ts";
import type { Waiting } from "./outbox-context.ts";

const NONE: Waiting = { outbox: undefined, outgoing: [], late: 0 };

/** The member's outbox, which sends while the caller is mounted. Its code loads after the first page. */
export function useBackgroundOutbox(member_id: string): Waiting {
  const queries = useQueryClient();
  const [waiting, setWaiting] = useState(NONE);
  useEffect(() => {
    let isOver = false;
    let opened: Outbox | undefined;
    const onChange = (outbox: Outbox) =>
      !isOver && setWaiting(({ late }) => ({ outbox, outgoing: outbox.list, late }));
    const onLate = () => !isOver && setWaiting((before) => ({ ...before, late: before.late + 1 }));
    const open = async () => {
      const { openBackgroundOutbox } = await import("./background-outbox.ts");
      if (isOver || opened !== undefined) return;
      const outbox = await openBackgroundOutbox({ member_id, queries, onChange, onLate });
      if (isOver) return outbox.close();
      opened = outbox;
      onChange(outbox);
    };
    const tryOpen = () => void open().catch(() => undefined); // without a connection its file may be missing
    tryOpen();
    window.addEventListener("online", tryOpen);
    return () => {
      isOver = true;
      opened?.close();
      window.removeEventListener("online", tryOpen);
    };
  }, [member_id, queries]);
  return waiting;
}
