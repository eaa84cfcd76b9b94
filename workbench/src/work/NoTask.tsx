import { scopesOf } from "@assay/domain/member.ts";
import type { components } from "@assay/sdk/schema.ts";
import { useQuery } from "@tanstack/react-query";
import { useRouteContext, useSearch } from "@tanstack/react-router";
import { useEffect, useRef, useState } from "react";
import { strings as all } from "#strings/work.ts";
import { isCommand } from "../actions/typing.ts";
import { batchQuery } from "../api/batch.ts";
import { api } from "../api/client.ts";
import { Button } from "../design/Button.tsx";
import { ButtonLink } from "../design/ButtonLink.tsx";
import { EmptyState } from "../design/EmptyState.tsx";
import { isOnNothing } from "../design/focus-places.ts";
import { Awaited } from "./Awaited.tsx";
import { ownName, type PartOfWork, workAfter } from "./by-project.ts";
import type { TaskQueue } from "./task-queue.ts";
import type { TaskQueueState } from "./task-queue-state.ts";
import styles from "./WorkPage.module.css";
import { waitingQuery } from "./waiting.ts";

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
  const open = scopesOf(person.role).includes("batches:read") ? batch : undefined;
  const next = useNext(queue, state);
  if (state.phase === "elsewhere") {
    return <EmptyState title={strings.elsewhere}>{strings.continueThere}</EmptyState>;
  }
  const lastAudit = state.audited.at(-1) ?? state.ended;
  if (lastAudit !== null)
    return <AuditEnd queue={queue} state={state} task_id={lastAudit} batch_id={open} next={next} />;
  if (next === undefined || state.phase === "starting" || (state.phase === "waiting" && !hasFailed)) {
    return <Awaited notice={state.notice} onAgain={() => void queue.goOn()} />;
  }
  return (
    <div className={styles.nothing}>
      <EmptyState
        takesFocus
        title={sayDone(state)}
        action={
          <div className={styles.ways}>
            {next !== null && <Next part={next} isMain />}
            <Check queue={queue} />
            {open !== undefined && <OpenBatch batch_id={open} />}
            <MyWork isMain={next === null} />
          </div>
        }
      >
        {strings.newItems}
      </EmptyState>
      {open !== undefined && <Outcome batch_id={open} />}
    </div>
  );
}

/** Asks for new items; what was done stays in sight meanwhile. */
function Check({ queue }: Pick<NoTaskProps, "queue">) {
  const [isAsking, setAsking] = useState(false);
  const ask = async () => {
    setAsking(true);
    await queue.goOn();
    setAsking(false);
  };
  return <Button onPress={() => void ask()}>{isAsking ? strings.checking : strings.check}</Button>;
}

function sayDone({ finished }: TaskQueueState): string {
  return finished === 0 ? strings.nothing : strings.finished(finished);
}

/**
 * What else waits for the member at the end of this work: null if nothing does, or nobody can say; undefined until that is known, and
 * while an answer is on its way, because the service would count its item as in hand.
 */
function useNext(queue: TaskQueue, { phase }: TaskQueueState): PartOfWork | null | undefined {
  const scope = useSearch({ from: "/work" });
  const isSending = queue.outbox.list.some(({ fault }) => fault === null);
  const { data, isLoading } = useQuery({ ...waitingQuery, enabled: phase === "empty" && !isSending });
  if (isLoading || isSending) return undefined;
  return (data && workAfter(data, scope)) ?? null;
}

/** Leads to other work, by Enter if it is the main way. */
function Next({ part, isMain }: { readonly part: PartOfWork; readonly isMain: boolean }) {
  const { waiting, what, kinds, left } = part;
  const link = useRef<HTMLAnchorElement>(null);
  useEffect(() => {
    if (isMain && isOnNothing()) link.current?.focus();
  }, [isMain]);
  return (
    <ButtonLink
      ref={link}
      to="/work"
      search={{ batch: waiting.batch_id, kinds }}
      onKeyDown={(event) => isCommand(event) && event.preventDefault()} // Ctrl+Enter, which submitted the last item, opens no tab
      {...(isMain && { look: "primary" })}
    >
      {strings.next[what](ownName(waiting) ?? waiting.project_name, left)}
    </ButtonLink>
  );
}

function MyWork({ isMain }: { readonly isMain: boolean }) {
  return (
    <ButtonLink to="/work/mine" {...(isMain && { look: "primary" })}>
      {strings.myWork}
    </ButtonLink>
  );
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
/** The service computes a verdict within seconds; if it does not, this page asks like one that waits for other auditors. */
const JUDGED_AT_MOST = 40;
/** Labels wait for other auditors, perhaps for days: the page asks for an hour. */
const OPEN_AGAIN_MS = 30_000;
const OPEN_AT_MOST = 120;

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
  /** The last audit of the member, which says what followed. */
  readonly task_id: string;
  /** Undefined for members who may not open batches. */
  readonly batch_id: string | undefined;
  readonly next: PartOfWork | null | undefined;
}

/** After the last audit: that the service computes the verdict, then the verdict. If the audit goes on, it goes on here. */
function AuditEnd({ queue, state, task_id, batch_id, next }: AuditEndProps) {
  const { phase, notice, ended } = state;
  const audited = state.audited.length;
  const isSent = queue.outbox.list.length === 0;
  const { data: verdict } = useQuery({
    queryKey: ["tasks", task_id, "verdict", audited], // not as it was before the last audit
    queryFn: async () => {
      const { data } = await api.GET("/v1/tasks/{id}", { params: { path: { id: task_id } } });
      return data.verdict ?? null;
    },
    enabled: isSent,
    refetchInterval: ({ state: { data, dataUpdateCount } }) => againAfter(data, dataUpdateCount),
  });
  const outcome = verdict == null ? "judging" : verdict.outcome;
  const required = verdict?.required;
  const asked = useRef<number | null>(undefined);
  useEffect(() => {
    if (outcome !== "open" || phase !== "empty" || asked.current === required) return;
    asked.current = required; // once for each stage: the rest of it may be for other auditors
    void queue.goOn();
  }, [outcome, phase, required, queue]);
  if (next === undefined || phase !== "empty")
    return <Awaited notice={notice} onAgain={() => void queue.goOn()} />;
  const isDecided = outcome === "certified" || outcome === "failed";
  const opensBatch = isDecided && batch_id !== undefined;
  return (
    <div className={styles.nothing} role="status">
      <EmptyState
        takesFocus
        title={all.audit.end[outcome](audited)}
        action={
          <div className={styles.ways}>
            {batch_id !== undefined && (
              <OpenBatch batch_id={batch_id} {...(opensBatch && { look: "primary" })} />
            )}
            {next !== null && <Next part={next} isMain={!opensBatch} />}
            <MyWork isMain={!opensBatch && next === null} />
          </div>
        }
      >
        {ended !== null && `${all.audit.end.notNeeded} `}
        {outcome === "judging" ? all.audit.end.wait(audited) : verdict?.sentence}
      </EmptyState>
    </div>
  );
}

type Verdict = components["schemas"]["Task"]["verdict"];

function againAfter(verdict: Verdict, times: number): number | false {
  const outcome = verdict?.outcome ?? "judging";
  if (outcome === "certified" || outcome === "failed" || times > OPEN_AT_MOST) return false;
  return outcome === "judging" && times < JUDGED_AT_MOST ? JUDGED_AGAIN_MS : OPEN_AGAIN_MS;
}
