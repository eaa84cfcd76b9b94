import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { strings as all } from "#strings/items.ts";
import { api } from "../api/client.ts";
import { useAttempt } from "../api/use-attempt.ts";
import { Button } from "../design/Button.tsx";
import { Notice } from "../design/Notice.tsx";
import styles from "./Items.module.css";
import type { ItemSummary } from "./item.ts";

const strings = all.suspicion;

/** No event tells that suspicions are computed, and without any evidence there never are any. */
const AGAIN_MS = 1_000;
const PATIENCE_MS = 60_000;

interface SuspicionsProps {
  readonly batch_id: string;
  /** The most suspicious items, first one first. */
  readonly items: readonly ItemSummary[];
}

/** What the order means, and the button that computes it again. */
export function Suspicions({ batch_id, items }: SuspicionsProps) {
  const computed = items[0]?.suspicion?.computed_at;
  const [asked, setAsked] = useState<{ readonly at: number; readonly before: string | undefined }>();
  const { fault, isBusy, attempt } = useAttempt(["items"]);
  const isWaiting = asked !== undefined && asked.before === computed && Date.now() - asked.at < PATIENCE_MS;
  const client = useQueryClient();
  useQuery({
    queryKey: ["suspicions", batch_id, asked?.at ?? null],
    queryFn: async () => {
      await client.invalidateQueries({ queryKey: ["items"] });
      return Date.now();
    },
    enabled: isWaiting,
    refetchInterval: AGAIN_MS,
  });
  const compute = () =>
    attempt(() => api.POST("/v1/batches/{id}/suspicions", { params: { path: { id: batch_id } } })).then(
      (isDone) => isDone && setAsked({ at: Date.now(), before: computed }),
    );
  return (
    <>
      {fault !== undefined && <Notice tone="bad">{fault}</Notice>}
      <div className={styles.bulk}>
        <span>{strings.help}</span>
        <Button isDisabled={isBusy || isWaiting} onPress={() => void compute()}>
          {isWaiting ? strings.computing : strings.compute}
        </Button>
      </div>
    </>
  );
}
