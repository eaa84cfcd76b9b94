import type { Deps } from "./deps.ts";
import { runJob } from "./jobs.ts";
import { holdDuty, leaveDuty } from "./platform/jobs/duty.ts";
import { startJobQueue } from "./platform/jobs/job-queue.ts";
import { keepJobs } from "./platform/jobs/job-workers.ts";
import type { TakenJob } from "./platform/jobs/take-job.ts";
import { markOpen } from "./queue/unswept.ts";
import { sweep } from "./sweep.ts";
import { startDelivering } from "./webhooks/sending/deliver.ts";

/** Also while a sweep takes long: others would take over the jobs of a silent worker. */
const HEARTBEAT_EVERY_MS = 5_000;
const SWEEP_EVERY_MS = 5_000;
/** One worker of all sweeps. */
const SWEEPING = "sweep";

export interface Worker {
  /** Completes the running jobs and releases the others. */
  readonly stop: () => Promise<void>;
  /** What a `stop` that has not ended waits for, such as `job judge_batch 13`. */
  readonly waitsFor: () => readonly string[];
}

type Repeated = Pick<Worker, "stop">;

/** Runs one job; rejects if it fails. */
export type RunJob = (given: TakenJob) => Promise<void>;

/** Runs jobs (each by `run`), deliveries and the sweep until it is stopped. */
export function runWorker(deps: Deps, run?: RunJob): Worker {
  const jobs = startJobQueue(deps, deps.config.jobSlots, countedRun(deps, run));
  const deliveries = startDelivering(deps);
  const onFault = (what: string) => (fault: unknown) => deps.log.error({ err: fault }, `${what} failed`);
  const beat = () => keepJobs(deps, { id: jobs.id, runs: jobs.running().map((job) => job.id) });
  const beating = repeat(beat, HEARTBEAT_EVERY_MS, onFault("the heartbeat"));
  const sweeping = startSweeping(deps, jobs.id, onFault("sweep"));
  const ends = new Map<string, () => readonly string[]>();
  const until = (name: string, end: Promise<void>, details: () => readonly string[] = () => []) => {
    ends.set(name, details);
    return end.finally(() => ends.delete(name));
  };
  const runningJobs = () => jobs.running().map(({ name, id }) => `job ${name} ${id}`);
  return {
    async stop() {
      await Promise.all([
        until("the queue of jobs", jobs.stop(), runningJobs),
        until("deliveries", deliveries.stop()),
        until("the sweep", sweeping.stop()),
      ]);
      await until("the heartbeat", beating.stop()); // last: the running jobs still need it
    },
    waitsFor: () =>
      [...ends].flatMap(([name, details]) => {
        const found = details();
        return found.length > 0 ? found : [name];
      }),
  };
}

/** Sweeps while no other worker does; keeps the duty also during a sweep that takes long. */
function startSweeping(deps: Deps, holder: string, onFault: (fault: unknown) => void): Repeated {
  let isOurs = false;
  let isMarked = false;
  const holding = repeat(
    async () => {
      isOurs = await holdDuty(deps, SWEEPING, holder);
    },
    HEARTBEAT_EVERY_MS,
    onFault,
  );
  const sweeping = repeat(
    async () => {
      if (!isMarked) await markOpen(deps.db); // in a rolling upgrade the last worker starts when no older process is left
      isMarked = true;
      isOurs ||= await holdDuty(deps, SWEEPING, holder);
      if (!isOurs) return;
      await sweep(deps);
    },
    SWEEP_EVERY_MS,
    onFault,
  );
  return {
    async stop() {
      await Promise.all([holding.stop(), sweeping.stop()]);
      await leaveDuty(deps.db, SWEEPING, holder).catch(onFault); // else others wait until it runs out
    },
  };
}

/** Runs a job by `run`, here if it is undefined, and counts how it ended. */
export function countedRun(deps: Deps, run: RunJob = (given) => runJob(deps, given)): RunJob {
  return async (given) => {
    await run(given).catch((fault: unknown) => {
      deps.metrics?.worked(given.name, "failed");
      throw fault;
    });
    deps.metrics?.worked(given.name, "done");
  };
}

/** Runs `work` repeatedly with a pause in between; `stop` waits for the current run. */
function repeat(
  work: () => Promise<unknown>,
  pauseInMs: number,
  onFault: (fault: unknown) => void,
): Repeated {
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
