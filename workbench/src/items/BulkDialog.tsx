import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { strings as everywhere } from "#strings/everywhere.ts";
import { strings as all } from "#strings/items.ts";
import { api } from "../api/client.ts";
import { useAttempt } from "../api/use-attempt.ts";
import { Button } from "../design/Button.tsx";
import { Dialog } from "../design/Dialog.tsx";
import { Field } from "../design/Field.tsx";
import { Notice } from "../design/Notice.tsx";
import { Progress } from "../design/Progress.tsx";
import { type BulkAction, type BulkFilter, requestOf } from "./bulk-actions.ts";
import styles from "./Items.module.css";

const strings = all.bulk;

const POLL_MS = 700;

interface BulkDialogProps {
  readonly action: BulkAction;
  readonly filter: BulkFilter;
  /** Called when the dialog closes; `isStarted` is true if the change was started. */
  readonly onClose: (isStarted: boolean) => void;
}

/** Shows how many items would change, then starts the change. */
export function BulkDialog({ action, filter, onClose }: BulkDialogProps) {
  const [told, setTold] = useState("");
  const { fault, attempt } = useAttempt();
  const [job_id, setJob] = useState<string>();
  const queries = useQueryClient();
  const request = requestOf(action, filter, told);
  const counted = useQuery({
    queryKey: ["bulk-count", request],
    queryFn: async () => {
      if (request === null) return null;
      const { data } = await api.POST("/v1/items/bulk", { body: { ...request, dry_run: true } });
      return "changed" in data ? null : data;
    },
    enabled: request !== null && job_id === undefined,
    staleTime: 0,
  });
  const job = useQuery({
    queryKey: ["bulk", job_id],
    queryFn: async () =>
      (await api.GET("/v1/items/bulk/{id}", { params: { path: { id: job_id ?? "" } } })).data,
    enabled: job_id !== undefined,
    refetchInterval: ({ state }) => (state.data?.status === "finished" ? false : POLL_MS),
  });

  async function start() {
    if (request === null) return;
    await attempt(async () => {
      const { data } = await api.POST("/v1/items/bulk", { body: request });
      if ("id" in data) setJob(data.id);
    });
  }

  async function close() {
    onClose(job_id !== undefined);
    if (job_id !== undefined) {
      await Promise.all(
        ["items", "batches", "quality"].map((key) => queries.invalidateQueries({ queryKey: [key] })),
      );
    }
  }

  const found = counted.data ?? { count: 0, is_lower_bound: false };
  const words = fault ?? counted.error?.message ?? job.error?.message;
  return (
    <Dialog
      title={action.title}
      isOpen
      onClose={() => void close()}
      actions={
        <>
          <Button onPress={() => void close()}>
            {job_id === undefined ? everywhere.cancel : everywhere.close}
          </Button>
          {job_id === undefined && (
            <Button look="primary" isDisabled={isNone(found)} onPress={() => void start()}>
              {strings.submit(found.count, found.is_lower_bound)}
            </Button>
          )}
        </>
      }
    >
      <div className={styles.form}>
        <p>{action.detail}</p>
        {action.asks !== undefined && job_id === undefined && (
          <Field label={action.asks.label} value={told} onChange={setTold} autoFocus />
        )}
        {words !== undefined && <Notice tone="bad">{words}</Notice>}
        {job_id === undefined && counted.data && isNone(found) && (
          <Notice tone="plain">{strings.nothing}</Notice>
        )}
        {job.data !== undefined && (
          <div role="status">
            <Progress
              label={job.data.status === "finished" ? strings.changed : strings.changing}
              value={job.data.changed}
              of={job.data.count}
            />
          </div>
        )}
      </div>
    </Dialog>
  );
}

interface Found {
  readonly count: number;
  readonly is_lower_bound: boolean;
}

function isNone({ count, is_lower_bound }: Found): boolean {
  return count === 0 && !is_lower_bound;
}
