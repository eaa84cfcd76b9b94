import { randomUUID } from "node:crypto";
import { setTimeout as sleep } from "node:timers/promises";
import { ServiceError } from "@assay/domain/errors.ts";
import type { Deps } from "../../deps.ts";
import { createAlarm } from "../alarm.ts";
import { type FreeSlots, LANE_OF, LANES, type Slots } from "./lanes.ts";
import { completeJob, failJob, pardonJobs, type TakenJob, takeJob } from "./take-job.ts";

/** The queue notifies on it when a job is added. */
const CHANNEL = "jobs:insert";
/** How late a retry or a job for a later time may start, and any job if its notification is lost. */
const POLL_MS = 2_000;
/** The pause before a queue that the database failed tries again. */
const AFTER_FAULT_MS = 1_000;

export interface JobQueue {
  /** The name by which this process locks its running jobs. */
  readonly id: string;
  readonly running: () => readonly TakenJob[];
  /** Completes the running jobs and leaves the others. */
  readonly stop: () => Promise<void>;
}

/** What a job fails with if the thread that ran it has died. */
export class ThreadDied extends Error {
  override readonly name = "ThreadDied";
}

type Needs = Pick<Deps, "db" | "direct" | "log">;
type Recording = Pick<Needs, "db" | "log">;
type Run = (job: TakenJob) => Promise<void>;

/** Takes jobs as `slots` allow, and runs each by `run`, until it is stopped. */
export function startJobQueue(deps: Needs, slots: Slots, run: Run): JobQueue {
  const id = `worker-${randomUUID()}`;
  const stopping = new AbortController();
  const due = createAlarm();
  const listening = deps.direct.listen(CHANNEL, due.ring);
  const running = new Map<TakenJob, Promise<void>>();

  function freeSlots(): FreeSlots {
    const free = { ...slots };
    for (const { name } of running.keys()) free[LANE_OF[name]] -= 1;
    return new Map(LANES.filter((lane) => free[lane] > 0).map((lane) => [lane, free[lane]]));
  }

  function start(job: TakenJob): void {
    const done = runToEnd(deps, id, job, run, stopping.signal).finally(() => {
      running.delete(job);
      due.ring();
    });
    running.set(job, done);
  }

  async function take(): Promise<void> {
    while (!stopping.signal.aborted) {
      try {
        const job = await takeJob(deps.db, id, freeSlots(), [...running.keys()]);
        if (job === undefined) await due.wait(POLL_MS);
        else start(job);
      } catch (fault) {
        deps.log.warn({ err: fault }, "taking a job failed");
        await sleep(AFTER_FAULT_MS, undefined, { signal: stopping.signal }).catch(() => undefined);
      }
    }
  }

  const taking = take();
  return {
    id,
    running: () => [...running.keys()],
    async stop() {
      stopping.abort();
      due.ring();
      await taking;
      await pardonJobs(deps.db, id).catch((fault: unknown) =>
        deps.log.warn({ err: fault }, "the jobs of a worker that stops could not be marked"),
      );
      await Promise.all(running.values());
      await listening.stop();
    },
  };
}

/**
 * Runs a job and records how it ended, again and again while the database is away: the slot is free only once others
 * see the end. At a stop it tries once more; then the job is freed like that of a dead worker (`keepJobs`).
 */
async function runToEnd(
  { db, log }: Recording,
  worker: string,
  job: TakenJob,
  run: Run,
  stopping: AbortSignal,
): Promise<void> {
  const fault = await run(job).then(
    () => undefined,
    (thrown: unknown) => {
      if (!(thrown instanceof ThreadDied)) return { message: messageOf(thrown) };
      log.error({ err: thrown, job: job.name, job_id: job.id }, "the thread of a job died");
      return { message: undefined };
    },
  );
  for (;;) {
    const isLast = stopping.aborted;
    try {
      if (fault === undefined) await completeJob(db, worker, job.id);
      else await failJob(db, worker, job.id, fault.message);
      return;
    } catch (lost) {
      log.warn({ err: lost, job: job.name, job_id: job.id }, "recording the end of a job failed");
      if (isLast) return;
      await sleep(AFTER_FAULT_MS, undefined, { signal: stopping }).catch(() => undefined);
    }
  }
}

/** With the code of a ServiceError, by which `takeRefusal` finds it. */
function messageOf(thrown: unknown): string {
  if (thrown instanceof ServiceError) return `${thrown.code}: ${thrown.message}`;
  return thrown instanceof Error ? thrown.message : String(thrown);
}

/** Runs all due jobs one after another, and those that they add: for tests, which have no loop in the background. */
export async function runDueJobs(deps: Recording, run: Run): Promise<void> {
  const worker = `worker-${randomUUID()}`;
  const free = new Map(LANES.map((lane) => [lane, 99]));
  const { signal } = new AbortController();
  for (;;) {
    const job = await takeJob(deps.db, worker, free);
    if (job === undefined) return;
    await runToEnd(deps, worker, job, run, signal);
  }
}
