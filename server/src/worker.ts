import type { Task, TaskList } from "graphile-worker";
import type { Deps } from "./deps.ts";
import { type GivenJob, JOB_NAMES, runJob } from "./jobs.ts";
import { startJobQueue } from "./platform/jobs/job-queue.ts";
import { keepJobs } from "./platform/jobs/job-workers.ts";
import type { JobName } from "./platform/jobs/jobs.ts";
import { sweep, sweepBatches } from "./sweep.ts";
import { startDelivering } from "./webhooks/sending/deliver.ts";

const SWEEP_EVERY_MS = 5_000;
/** A worker also sweeps when it starts, which is soon after a crash. */
const SWEEP_BATCHES_EVERY_MS = 60_000;

export interface Worker {
  /** Completes the running jobs and releases the others. */
  readonly stop: () => Promise<void>;
}

/** Runs one job; rejects if it fails. */
export type RunJob = (given: GivenJob) => Promise<void>;

/** Runs jobs (each by `run`), deliveries and the sweep until it is stopped. */
export async function runWorker(deps: Deps, run?: RunJob): Promise<Worker> {
  const jobs = await startJobQueue(deps, taskList(deps, run));
  const deliveries = startDelivering(deps);
  const onFault = (fault: unknown) => deps.log.error({ err: fault }, "sweep failed");
  const sweepingBatches = repeat(() => sweepBatches(deps), SWEEP_BATCHES_EVERY_MS, onFault);
  const sweeping = repeat(
    async () => {
      await keepJobs(deps, [jobs.id()]);
      await sweep(deps);
    },
    SWEEP_EVERY_MS,
    onFault,
  );
  return {
    async stop() {
      await Promise.all([jobs.stop(), deliveries.stop(), sweeping.stop(), sweepingBatches.stop()]);
    },
  };
}

/** The tasks in graphile-worker's form, run here unless `run` runs them elsewhere. */
export function taskList(deps: Deps, run: RunJob = (given) => runJob(deps, given)): TaskList {
  const task =
    (name: JobName): Task =>
    async (payload, { job }) => {
      const id = String(job.id); // a number at run time, whatever its type: platform/database/db.ts parses int8
      const running = run({ name, payload, id, attempt: job.attempts });
      await running.catch((fault: unknown) => {
        deps.metrics?.worked(name, "failed");
        throw fault;
      });
      deps.metrics?.worked(name, "done");
    };
  return Object.fromEntries(JOB_NAMES.map((name) => [name, task(name)]));
}

/** Runs `work` repeatedly with a pause in between; `stop` waits for the current run. */
function repeat(work: () => Promise<unknown>, pauseInMs: number, onFault: (fault: unknown) => void): Worker {
  let timer: NodeJS.Timeout | undefined;
  let stopped = false;
  let running = Promise.resolve();
  const once = (): void => {
    running = work()
      .then(() => undefined, onFault)
      .then(() => {
        if (!stopped) timer = setTimeout(once, pauseInMs);
      });
  };
  once();
  return {
    async stop() {
      stopped = true;
      clearTimeout(timer);
      await running;
    },
  };
}
