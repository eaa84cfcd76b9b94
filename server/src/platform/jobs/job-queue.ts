import { EventEmitter } from "node:events";
import { setTimeout as sleep } from "node:timers/promises";
import { Logger, type Runner, run, type TaskList, type WorkerEvents } from "graphile-worker";
import type pg from "pg";
import type { Deps } from "../../deps.ts";
import { connect } from "../database/db.ts";

const CONCURRENT_JOBS = 2;
/** One listens for new jobs. The queue's statements take a millisecond each, and the jobs have connections of their own. */
const CONNECTIONS = 2;
const RESTART_PAUSE_MS = 1_000;

/** The queue logs each job at info; the tasks log their own errors. */
const LEVELS = { error: "error", warning: "warn", info: "debug", debug: "debug" } as const;

export interface JobQueue {
  /** The ids of the workers that lock the running jobs. */
  readonly id: () => string;
  /** Completes the running jobs and releases the others. */
  readonly stop: () => Promise<void>;
}

interface Needs {
  readonly pool: pg.Pool;
  readonly log: Deps["log"];
}

/**
 * Runs the jobs of `tasks` until it is stopped. If a queue cannot record the end of a job, for example
 * because the connection to the database is lost, it stops; another queue replaces it, and the job is freed
 * like that of a dead worker (`keepJobs`).
 */
export async function startJobQueue(
  { direct, log }: Pick<Deps, "direct" | "log">,
  tasks: TaskList,
): Promise<JobQueue> {
  const stopping = new AbortController();
  const deps = { log, pool: connect(direct.url, { max: CONNECTIONS }).pool };
  let current = await runQueue(deps, tasks);
  const running = (async () => {
    for (;;) {
      await current.runner.promise.catch(() => undefined); // it has logged the reason
      if (stopping.signal.aborted) return;
      await sleep(RESTART_PAUSE_MS, undefined, { signal: stopping.signal }).catch(() => undefined);
      if (stopping.signal.aborted) return;
      current = await runQueue(deps, tasks).catch((fault: unknown) => {
        log.warn({ err: fault }, "the job queue cannot start");
        return current;
      });
    }
  })();
  return {
    id: () => current.id,
    async stop() {
      stopping.abort();
      await current.runner.stop().catch(() => undefined); // it may have failed just now
      await running;
      await deps.pool.end();
    },
  };
}

async function runQueue({ pool, log }: Needs, taskList: TaskList): Promise<{ id: string; runner: Runner }> {
  const events: WorkerEvents = new EventEmitter();
  let id = "";
  events.on("pool:create", ({ workerPool }) => {
    id = workerPool.id;
  });
  const runner = await run({
    events,
    pgPool: pool,
    taskList,
    noHandleSignals: true,
    logger: new Logger(() => (level, message, meta) => {
      const isTold = meta?.failure === true; // the task has logged the error
      log[isTold ? "debug" : LEVELS[level]](message);
    }),
    parsedCronItems: [],
    // Without a delay, even of 0, a failure to record a job's end is an unhandled rejection.
    preset: { worker: { concurrentJobs: CONCURRENT_JOBS, completeJobBatchDelay: 0, failJobBatchDelay: 0 } },
  });
  return { id, runner };
}
