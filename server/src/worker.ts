import type { Job, JobHelpers, TaskList } from "graphile-worker";
import { sendNotification } from "./accounts/notifications.ts";
import { eraseBatch } from "./batches/erase.ts";
import { judgeBatch } from "./batches/judge.ts";
import type { Deps } from "./deps.ts";
import { buildArtefact } from "./exports/build-artefact.ts";
import { buildExport } from "./exports/build-export.ts";

import { requeuePaused } from "./gold/requeue.ts";
import { bulkItems } from "./items/bulk-job.ts";
import { sendInvitation } from "./people/mail-invitation.ts";
import { startJobQueue } from "./platform/job-queue.ts";
import { keepJobs } from "./platform/job-workers.ts";
import type { JobName, Jobs } from "./platform/jobs.ts";
import { sweep } from "./sweep.ts";
import { processUpload } from "./uploads/process.ts";
import { startDelivering } from "./webhooks/deliver.ts";

type Task<Name extends JobName> = (deps: Deps, payload: Jobs[Name]) => Promise<void>;

/** What runs each job: a job without a task does not compile. */
const TASKS: { readonly [Name in JobName]: Task<Name> } = {
  process_upload: processUpload,
  judge_batch: judgeBatch,
  build_artefact: buildArtefact,
  build_export: buildExport,
  send_mail: sendNotification,
  send_invitation: sendInvitation,
  erase_batch: eraseBatch,
  bulk_items: bulkItems,
  requeue_paused: requeuePaused,
};

const SWEEP_EVERY_MS = 5_000;

export interface Worker {
  /** Finishes what is running and gives the rest back. */
  readonly stop: () => Promise<void>;
}

/** Runs jobs, deliveries and the sweep until it is stopped. */
export async function runWorker(deps: Deps): Promise<Worker> {
  const jobs = await startJobQueue(deps, taskList(deps));
  const deliveries = startDelivering(deps);
  const sweeping = repeat(
    async () => {
      await keepJobs(deps, [jobs.id()]);
      await sweep(deps);
    },
    SWEEP_EVERY_MS,
    (fault) => deps.log.error({ err: fault }, "sweep failed"),
  );
  return {
    async stop() {
      await Promise.all([jobs.stop(), deliveries.stop(), sweeping.stop()]);
    },
  };
}

/** A task with its job in every line that it logs, and a line about how it ended. */
async function runJob(
  deps: Deps,
  task: (deps: Deps, payload: unknown) => Promise<void>,
  payload: unknown,
  job: Job,
): Promise<void> {
  const started = performance.now();
  const log = deps.log.child({ job: job.task_identifier, job_id: job.id, attempt: job.attempts });
  const ms = () => Math.round(performance.now() - started);
  try {
    await task({ ...deps, log }, payload);
  } catch (fault) {
    deps.metrics?.worked(job.task_identifier, "failed");
    log.error({ ms: ms(), err: fault }, "job failed");
    throw fault;
  }
  deps.metrics?.worked(job.task_identifier, "done");
  log.info({ ms: ms() }, "job done");
}

function traced({ traces }: Deps, job: Job, work: () => Promise<void>): Promise<void> {
  const { task_identifier: name, attempts: attempt } = job;
  const id = String(job.id); // a number, whatever its type says: platform/db.ts reads int8 so
  return traces === undefined ? work() : traces.inJob({ name, id, attempt }, work);
}

/** The tasks as graphile-worker takes them. Payloads are what `addJob` was given, which its type has checked. */
export function taskList(deps: Deps): TaskList {
  return Object.fromEntries(
    Object.entries(TASKS).map(([name, task]) => [
      name,
      (payload: unknown, { job }: JobHelpers) =>
        traced(deps, job, () =>
          runJob(deps, task as (deps: Deps, payload: unknown) => Promise<void>, payload, job),
        ),
    ]),
  );
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
