import { once } from "node:events";
import { Worker } from "node:worker_threads";
import type { Config } from "./config.ts";
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

/** A message from the thread: a job has ended. */
export interface ThreadReply {
  readonly id: string;
  /** Undefined if the job succeeded. */
  readonly fault: unknown;
}

export interface JobsThread {
  readonly run: RunJob;
  /** Ends the thread. Call it when no job is running. */
  readonly stop: () => Promise<void>;
}

/**
 * The heap limit of the thread. Jobs read and write in pages, and need 40 MB. Below half of a heap's limit V8
 * collects lazily: with its default limit, 4 GiB here, the thread held 120 MB of garbage after an export of
 * 100,000 items; with this one 40 MB, at the same speed. The young generation is four times the one of the other threads: exports
 * make and drop an object for each item, and collecting those took a fifth of their time.
 */
const HEAP = { maxOldGenerationSizeMb: 1_024, maxYoungGenerationSizeMb: 48 };

/**
 * Runs jobs in a separate thread, which starts with the first job. The verdict on a batch of 100,000 items
 * computes for seconds; on the thread that serves requests, annotators would wait for it. If the thread ends
 * early, its jobs fail and the next job starts a new thread.
 */
export function startJobsThread(input: ThreadInput): JobsThread {
  let thread: Worker | undefined;
  const waiting = new Map<string, PromiseWithResolvers<void>>();

  function begin(): Worker {
    const begun = new Worker(new URL("./jobs-thread.ts", import.meta.url), {
      workerData: input,
      resourceLimits: HEAP,
    });
    begun.on("message", ({ id, fault }: ThreadReply) => {
      const job = waiting.get(id);
      waiting.delete(id);
      if (fault === undefined) job?.resolve();
      else job?.reject(fault);
    });
    const lose = (fault: unknown): void => {
      if (thread !== begun) return; // the exit event after an error, when another thread may have started
      thread = undefined;
      for (const job of waiting.values()) job.reject(fault);
      waiting.clear();
    };
    begun.on("error", lose);
    begun.on("exit", () => lose(new Error("the thread of jobs has ended")));
    return begun;
  }

  return {
    run(given) {
      thread ??= begin();
      const job = Promise.withResolvers<void>();
      waiting.set(given.id, job);
      thread.postMessage(given satisfies ThreadRequest);
      return job.promise;
    },
    async stop() {
      if (thread === undefined) return;
      const ended = once(thread, "exit");
      thread.postMessage("stop" satisfies ThreadRequest);
      await ended;
    },
  };
}
