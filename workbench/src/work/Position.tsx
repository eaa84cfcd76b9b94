import { useQuery } from "@tanstack/react-query";
import { useSearch } from "@tanstack/react-router";
import { useSyncExternalStore } from "react";
import { strings } from "#strings/work.ts";
import { leftIn } from "./by-project.ts";
import styles from "./TopBar.module.css";
import type { TaskQueue } from "./task-queue.ts";
import { listWaiting, WAITING } from "./waiting.ts";

/** How old the number of tasks may be, in milliseconds; between, the screen counts what the member finishes. */
const FRESH_MS = 60_000;

/** How many items of the batch are left for the member, the one on the screen among them; keeps its room while that is not known. Nothing without a batch. */
export function Position({ queue }: { readonly queue: TaskQueue }) {
  const { batch, kinds } = useSearch({ from: "/work" });
  const { finished } = useSyncExternalStore(queue.subscribe, queue.state);
  const { data: all = 0 } = useQuery({
    queryKey: [...WAITING, "position", batch, kinds],
    queryFn: async () => {
      const [waiting] = (await listWaiting({ ...(batch !== undefined && { batch_id: batch }) })).data;
      return waiting === undefined ? 0 : queue.state().finished + leftIn(waiting, kinds);
    },
    enabled: batch !== undefined && queue.outbox.list.length === 0, // what is on its way would count as in hand
    ...{ staleTime: FRESH_MS, refetchInterval: FRESH_MS },
  });
  if (batch === undefined) return null;
  return <span className={styles.position}>{all > finished && strings.bar.left(all - finished)}</span>;
}
