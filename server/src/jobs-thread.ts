import { parentPort, workerData } from "node:worker_threads";
import { runJob } from "./jobs.ts";
import type { Answer, Ask, Told } from "./jobs-aside.ts";
import { openDeps } from "./service.ts";

// The thread of jobs-aside.ts, with a pool and a heap of its own.
const { config, connectionString }: Told = workerData;
const { deps, close } = await openDeps({ ...config, metricsPort: undefined }, connectionString, false);

parentPort?.on("message", async (ask: Ask) => {
  if (ask === "stop") {
    await close();
    parentPort?.close();
    return;
  }
  const answer: Answer = await runJob(deps, ask).then(
    () => ({ id: ask.id, fault: undefined }),
    (fault: unknown) => ({ id: ask.id, fault }),
  );
  parentPort?.postMessage(answer);
});
