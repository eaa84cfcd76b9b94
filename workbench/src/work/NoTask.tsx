import { scopesOf } from "@assay/domain/member.ts";
import { useQuery } from "@tanstack/react-query";
import { useRouteContext, useSearch } from "@tanstack/react-router";
import { useEffect, useRef } from "react";
import { strings as all } from "#strings/work.ts";
import { type Batch, batchQuery } from "../api/batch.ts";
import { Button } from "../design/Button.tsx";
import { ButtonLink } from "../design/ButtonLink.tsx";
import { EmptyState } from "../design/EmptyState.tsx";
import { Awaited } from "./Awaited.tsx";
import type { TaskQueue } from "./task-queue.ts";
import type { TaskQueueState } from "./task-queue-state.ts";
import styles from "./WorkPage.module.css";

const strings = all.page;

interface NoTaskProps {
  readonly queue: TaskQueue;
  readonly state: TaskQueueState;
  /** The member did not pass the training. */
  readonly hasFailed: boolean;
}

/** The work screen without an item: what was done, and where to go on. */
export function NoTask({ queue, state, hasFailed }: NoTaskProps) {
  const { person } = useRouteContext({ from: "/work" });
  const { batch } = useSearch({ from: "/work" });
  const { audited } = state;
  const open = scopesOf(person.role).includes("batches:read") ? batch : undefined;
  if (state.phase === "elsewhere") {
    return <EmptyState title={strings.elsewhere}>{strings.continueThere}</EmptyState>;
  }
  if (audited > 0 && open !== undefined) return <AuditEnd queue={queue} state={state} batch_id={open} />;
  if (state.phase === "starting" || (state.phase === "waiting" && !hasFailed)) {
    return <Awaited notice={state.notice} onAgain={() => void queue.goOn()} />;
  }
  return (
    <div className={styles.nothing}>
      <EmptyState
        takesFocus
        title={sayDone(state)}
        action={
          <div className={styles.ways}>
            <Button onPress={() => void queue.goOn()}>{strings.check}</Button>
            {open !== undefined && <OpenBatch batch_id={open} />}
            <ButtonLink to="/work/mine" look="primary">
              {strings.myWork}
            </ButtonLink>
          </div>
        }
      >
        {audited > 0 ? all.audit.end.others : strings.newItems}
      </EmptyState>
      {open !== undefined && <Outcome batch_id={open} />}
    </div>
  );
}

function sayDone({ finished, audited }: TaskQueueState): string {
  if (finished === 0) return strings.nothing;
  return audited === finished ? all.audit.end.open(audited) : strings.finished(finished);
}

function OpenBatch({ batch_id, look }: { readonly batch_id: string; readonly look?: "primary" }) {
  return (
    <ButtonLink to="/batches/$id" params={{ id: batch_id }} {...(look && { look })}>
      {strings.openBatch}
    </ButtonLink>
  );
}

const DECIDED_AGAIN_MS = 5_000;
const JUDGED_AGAIN_MS = 3_000;
/** Labels wait for other auditors, perhaps for days. */
const OPEN_AGAIN_MS = 30_000;

/** What the service says of the batch. It decides on a batch within seconds of the last audit. */
function Outcome({ batch_id }: { readonly batch_id: string }) {
  const { data } = useQuery({
    ...batchQuery(batch_id),
    refetchInterval: ({ state: { data } }) =>
      (data?.certified_at ?? data?.failed_at) ? false : DECIDED_AGAIN_MS,
  });
  return (
    <p role="status" className={styles.outcome}>
      {data?.sentence}
    </p>
  );
}

interface AuditEndProps extends Omit<NoTaskProps, "hasFailed"> {
  readonly batch_id: string;
}

/** After the last audit: that the service computes the verdict, then the verdict. If the audit goes on, it goes on here. */
function AuditEnd({ queue, state, batch_id }: AuditEndProps) {
  const { audited, phase, notice } = state;
  const isSent = queue.outbox.list.length === 0;
  const { data: batch } = useQuery({
    ...batchQuery(batch_id),
    queryKey: ["batches", batch_id, `after ${audited}`], // not as it was before the last audit
    enabled: isSent,
    refetchInterval: ({ state: { data } }) => againAfter(data),
  });
  const stage = !isSent || batch === undefined ? "judging" : stageOf(batch);
  const required = batch?.audit?.required;
  const asked = useRef<number>(undefined);
  useEffect(() => {
    if (stage !== "open" || phase !== "empty" || asked.current === required) return;
    asked.current = required; // once for each stage: the rest of it may be for other auditors
    void queue.goOn();
  }, [stage, phase, required, queue]);
  if (phase !== "empty") return <Awaited notice={notice} onAgain={() => void queue.goOn()} />;
  const isDecided = stage === "certified" || stage === "failed";
  return (
    <div className={styles.nothing} role="status">
      <EmptyState
        takesFocus
        title={all.audit.end[stage](audited)}
        action={
          <div className={styles.ways}>
            <ButtonLink to="/work/mine" {...(!isDecided && { look: "primary" })}>
              {strings.myWork}
            </ButtonLink>
            <OpenBatch batch_id={batch_id} {...(isDecided && { look: "primary" })} />
          </div>
        }
      >
        {stage === "judging" ? all.audit.end.wait(audited) : batch?.sentence}
      </EmptyState>
    </div>
  );
}

type Stage = "judging" | "open" | "certified" | "failed";

/** How far the audit of the batch is; `open` while labels wait for an auditor. */
function stageOf({ audit, status, amendment }: Batch): Stage {
  if (audit !== null) return audit.done < audit.required ? "open" : "judging";
  if ((amendment ?? status) === "failed") return "failed";
  return status === "certified" && amendment === null ? "certified" : "open";
}

function againAfter(batch: Batch | undefined): number | false {
  const stage = batch === undefined ? "judging" : stageOf(batch);
  if (stage === "judging") return JUDGED_AGAIN_MS;
  return stage === "open" ? OPEN_AGAIN_MS : false;
}
