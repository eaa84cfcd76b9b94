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
import { SubmitDialog } from "../design/SubmitDialog.tsx";
import { type BulkAction, type BulkFilter, requestOf } from "./bulk-actions.ts";
import { bulkCountQuery, isNone } from "./bulk-count.ts";

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
  const { fault, isBusy, attempt } = useAttempt();
  const [job_id, setJob] = useState<string>();
  const queries = useQueryClient();
  const request = requestOf(action, filter, told);
  const count = bulkCountQuery(request);
  const counted = useQuery({ ...count, enabled: request !== null && job_id === undefined });
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

  const counts = counted.data ?? undefined;
  if (job_id !== undefined) return <Job id={job_id} action={action} onClose={() => void close()} />;
  return (
    <SubmitDialog
      title={action.title}
      verb={strings.submit(action.title, counts?.count ?? 0, counts?.is_lower_bound ?? false)}
      isDisabled={request === null || (counts !== undefined && isNone(counts))}
      isBusy={isBusy}
      fault={fault ?? counted.error?.message}
      onSubmit={() => void start()}
      onClose={() => void close()}
    >
      <p>{action.detail}</p>
      {action.asks !== undefined && (
        <Field
          label={action.asks.label}
          {...(action.asks.help !== undefined && { description: action.asks.help, lines: 3 })}
          maxLength={2_000}
          name={action.asks.name}
          value={told}
          onChange={setTold}
        />
      )}
      {counts !== undefined && isNone(counts) && <Notice tone="plain">{strings.nothing}</Notice>}
    </SubmitDialog>
  );
}

interface JobProps {
  readonly id: string;
  readonly action: BulkAction;
  readonly onClose: () => void;
}

/** How far a started change is. */
function Job({ id, action, onClose }: JobProps) {
  const { data, error } = useQuery({
    queryKey: ["bulk", id],
    queryFn: async () => (await api.GET("/v1/items/bulk/{id}", { params: { path: { id } } })).data,
    refetchInterval: ({ state }) => (state.data?.status === "finished" ? false : POLL_MS),
  });
  return (
    <Dialog
      title={action.title}
      onClose={onClose}
      actions={<Button onPress={onClose}>{everywhere.close}</Button>}
    >
      <p>{action.detail}</p>
      {error !== null && <Notice tone="bad">{error.message}</Notice>}
      {data !== undefined && (
        <div role="status">
          <Progress
            label={data.status === "finished" ? strings.changed : strings.changing}
            value={data.changed}
            of={data.count}
          />
        </div>
      )}
    </Dialog>
  );
}
