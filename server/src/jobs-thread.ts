import { parentPort, workerData } from "node:worker_threads";
import { runJob } from "./jobs.ts";
import { openDeps, WORKER_CONNECTIONS } from "./service.ts";
import type { ThreadInput, ThreadReply, ThreadRequest } from "./start-jobs-thread.ts";

// start-jobs-thread.ts runs this file in a thread with its own connection pool and heap.
const { config, urls }: ThreadInput = workerData;
const { deps, close } = await openDeps({ ...config, metricsPort: undefined }, urls, {
  max: config.workerConnections - WORKER_CONNECTIONS,
});

parentPort?.on("message", async (ask: ThreadRequest) => {
  if (ask === "stop") {
    await close();
    parentPort?.close();
    return;
  }
  const answer: ThreadReply = await runJob(deps, ask).then(
    () => ({ id: ask.id, fault: undefined }),
    (fault: unknown) => ({ id: ask.id, fault }),
  );
  parentPort?.postMessage(answer);
});
parentPort?.postMessage("ready" satisfies ThreadReply);
