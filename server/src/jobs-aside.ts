import { once } from "node:events";
import { Worker } from "node:worker_threads";
import type { Config } from "./config.ts";
import type { GivenJob } from "./jobs.ts";
import type { RunJob } from "./worker.ts";

/** What the thread is told at its start. */
export interface Told {
  readonly config: Config;
  readonly connectionString: string;
}

/** What it is asked: a job, or to end, once none is under way. */
export type Ask = GivenJob | "stop";

/** How a job ended. */
export interface Answer {
  readonly id: string;
  /** Undefined for a job that is done. */
  readonly fault: unknown;
}

export interface Aside {
  readonly run: RunJob;
  /** Ends the thread. Jobs under way have to be done before. */
  readonly stop: () => Promise<void>;
}

/**
 * What the heap of the thread may have. Jobs read and write in pages, and live in 40 MB; below half of a heap's limit V8
 * collects lazily: by its own limit, 4 GiB here, the thread held 120 MB of garbage after an export of 100,000 items,
 * 40 MB by this one, as fast.
 */
const HEAP = { maxOldGenerationSizeMb: 1_024 };

/**
 * Runs jobs in a thread beside the requests, begun at the first job: the verdict on a batch of 100,000 items takes
 * seconds of computing, during which an annotator would wait. A job whose thread ends early fails, and the next one
 * begins another thread.
 */
export function runAside(told: Told): Aside {
  let thread: Worker | undefined;
  const waiting = new Map<string, PromiseWithResolvers<void>>();

  function begin(): Worker {
    const begun = new Worker(new URL("./jobs-thread.ts", import.meta.url), {
      workerData: told,
      resourceLimits: HEAP,
    });
    begun.on("message", ({ id, fault }: Answer) => {
      const job = waiting.get(id);
      waiting.delete(id);
      if (fault === undefined) job?.resolve();
      else job?.reject(fault);
    });
    const lose = (fault: unknown): void => {
      if (thread !== begun) return; // an error's exit, after which another may have begun
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
      thread.postMessage(given satisfies Ask);
      return job.promise;
    },
    async stop() {
      if (thread === undefined) return;
      const ended = once(thread, "exit");
      thread.postMessage("stop" satisfies Ask);
      await ended;
    },
  };
}
