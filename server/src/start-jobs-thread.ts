import { once } from "node:events";
import { setFlagsFromString } from "node:v8";
import { Worker } from "node:worker_threads";
import type { Config } from "./config.ts";
import { ThreadDied } from "./platform/jobs/job-queue.ts";
import type { TakenJob } from "./platform/jobs/take-job.ts";
import type { DatabaseUrls } from "./service.ts";
import type { RunJob } from "./worker.ts";

/** The input of the thread. */
export interface ThreadInput {
  readonly config: Config;
  readonly urls: DatabaseUrls;
}

/** A message to the thread: run this job, or stop once no job is running. */
export type ThreadRequest = TakenJob | "stop";

/** A message from the thread: it takes jobs, or a job has ended, without a fault if it succeeded. */
export type ThreadReply = "ready" | { readonly id: string; readonly fault: unknown };

export interface JobsThread {
  readonly run: RunJob;
  /** Ends the thread within 5 s. Call it when no job is running. */
  readonly stop: () => Promise<void>;
}

/**
 * The heap limit of the thread. Jobs read and write in pages, and need 40 MB. Below half of a heap's limit V8
 * collects lazily: with its default limit, 4 GiB here, the thread held 120 MB of garbage after an export of
 * 100,000 items; with this one 40 MB, at the same speed.
 */
const HEAP = { maxOldGenerationSizeMb: 1_024 };

/**
 * MiB of each half of the young generation of threads that start later, twice that of the main one: exports make and drop
 * an object for each item. V8 has this option for the process, not for a thread, and it overrides the limit that a `Worker`
 * may be given; a thread that runs keeps what it started with. With 16 an import of a million rows of Parquet peaked at
 * 306 MiB, with 8 at 293, with 4 at 288.
 */
const SEMI_SPACE_MB = 8;

/**
 * Runs jobs in a separate thread, which starts with the first job. The verdict on a batch of 100,000 items
 * computes for seconds; on the thread that serves requests, annotators would wait for it. If the thread ends
 * early, its jobs fail and the next job starts a new thread. A job that may have ended one gets a thread of its own, so that it
 * does not take others along again.
 */
export function startJobsThread(input: ThreadInput): JobsThread {
  let shared: JobsThread | undefined;
  return {
    async run(given) {
      if (given.deaths > 0) {
        const own = openThread(input, () => undefined);
        await own.run(given).finally(own.stop);
        return;
      }
      shared ??= openThread(input, () => {
        shared = undefined;
      });
      await shared.run(given);
    },
    stop: async () => shared?.stop(),
  };
}

/** How long a thread may take to close its connections: one whose other end is gone would keep it for a quarter of an hour. */
const END_WITHIN_MS = 5_000;

/** Starts a thread; `onEnd` is called if it ends early. */
function openThread(input: ThreadInput, onEnd: () => void): JobsThread {
  const waiting = new Map<string, PromiseWithResolvers<void>>();
  let isReady = false;
  let hasEnded = false;
  setFlagsFromString(`--max-semi-space-size=${SEMI_SPACE_MB}`);
  const thread = new Worker(new URL("./jobs-thread.ts", import.meta.url), {
    workerData: input,
    resourceLimits: HEAP,
  });
  thread.on("message", (reply: ThreadReply) => {
    isReady = true;
    if (reply === "ready") return;
    const job = waiting.get(reply.id);
    waiting.delete(reply.id);
    if (reply.fault === undefined) job?.resolve();
    else job?.reject(reply.fault);
  });
  const lose = (fault: unknown): void => {
    if (hasEnded) return; // the exit event after an error
    hasEnded = true;
    onEnd();
    // One that could not start, for example without its database, was not killed by a job.
    const reason = isReady ? new ThreadDied("the thread of the job has ended", { cause: fault }) : fault;
    for (const job of waiting.values()) job.reject(reason);
    waiting.clear();
  };
  thread.on("error", lose);
  thread.on("exit", () => lose(new Error("the thread of jobs has ended")));

  return {
    run(given) {
      const job = Promise.withResolvers<void>();
      waiting.set(given.id, job);
      thread.postMessage(given satisfies ThreadRequest);
      return job.promise;
    },
    async stop() {
      if (hasEnded) return;
      const ended = once(thread, "exit");
      thread.postMessage("stop" satisfies ThreadRequest);
      const patience = setTimeout(() => void thread.terminate(), END_WITHIN_MS);
      await ended.finally(() => clearTimeout(patience));
    },
  };
}
