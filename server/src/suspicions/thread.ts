import { once } from "node:events";
import { Worker } from "node:worker_threads";
import { type AcceptedLabel, type Suspicion, suspicionsOf } from "@assay/domain/models/suspicion.ts";

/** Up to this many items without vectors, starting a thread takes longer than the work. */
const AT_ONCE = 2_000;

/** `suspicionsOf`; a long computation runs in a thread of its own, because it takes about ten seconds. The vectors move there. */
export async function suspectInThread(labels: readonly AcceptedLabel[]): Promise<readonly Suspicion[]> {
  const buffers = labels.flatMap(({ vector }) =>
    vector instanceof Float32Array && vector.buffer instanceof ArrayBuffer ? [vector.buffer] : [],
  );
  if (labels.length <= AT_ONCE && buffers.length === 0) return suspicionsOf(labels);
  const thread = new Worker(new URL("./suspicions-thread.ts", import.meta.url), {
    workerData: labels,
    transferList: buffers,
  });
  const [found]: (readonly Suspicion[])[] = await once(thread, "message");
  if (found === undefined) throw new Error("the thread that compares labels gave nothing");
  return found;
}
