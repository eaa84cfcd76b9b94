import type { Task, TaskList } from "graphile-worker";
import type { Deps } from "./deps.ts";
import { type GivenJob, JOB_NAMES, runJob } from "./jobs.ts";
import { startJobQueue } from "./platform/jobs/job-queue.ts";
import { keepJobs } from "./platform/jobs/job-workers.ts";
import type { JobName } from "./platform/jobs/jobs.ts";
import { sweep, sweepBatches } from "./sweep.ts";
import { startDelivering } from "./webhooks/sending/deliver.ts";

const SWEEP_EVERY_MS = 5_000;
/** A worker also does so when it starts, which is soon after the crash that it mends. */
const SWEEP_BATCHES_EVERY_MS = 60_000;

export interface Worker {
  /** Finishes what is running and gives the rest back. */
  readonly stop: () => Promise<void>;
}

/** Does one job; rejects where it fails. */
export type RunJob = (given: GivenJob) => Promise<void>;

/** Runs jobs, each by `run`, deliveries and the sweep until it is stopped. */
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

/** The tasks as graphile-worker takes them, which are done here unless `run` does them elsewhere. */
export function taskList(deps: Deps, run: RunJob = (given) => runJob(deps, given)): TaskList {
  const task =
    (name: JobName): Task =>
    async (payload, { job }) => {
      const id = String(job.id); // a number, whatever its type says: platform/database/db.ts reads int8 so
      const running = run({ name, payload, id, attempt: job.attempts });
      await running.catch((fault: unknown) => {
        deps.metrics?.worked(name, "failed");
        throw fault;
      });
      deps.metrics?.worked(name, "done");
    };
  return Object.fromEntries(JOB_NAMES.map((name) => [name, task(name)]));
}

/** Runs `work` again and again with a pause between; `stop` waits for the run that is under way. */
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
