import { once } from "node:events";
import { isMainThread, Worker } from "node:worker_threads";
import type { AskedMethod } from "@assay/domain/consensus/consensus.ts";
import { decideSets, type LabelSets, type SetConsensus } from "@assay/domain/consensus/label-sets.ts";

/** The input of the thread. */
export interface Question {
  readonly sets: LabelSets;
  readonly asked: AskedMethod;
}

/** Up to this many answers times labels, starting a thread takes longer than the work: a few milliseconds. */
const AT_ONCE = 10_000;

/**
 * `decideSets`; a long computation runs in its own thread, unless the caller is a job, which already runs in
 * one.
 */
export async function decideInThread(question: Question): Promise<SetConsensus> {
  const { sets, asked } = question;
  if (!isMainThread || sets.answers.worker.length * sets.said.length <= AT_ONCE)
    return decideSets(sets, asked);
  const thread = new Worker(new URL("./model-thread.ts", import.meta.url), { workerData: question });
  const [decided]: SetConsensus[] = await once(thread, "message");
  if (decided === undefined) throw new Error("the thread of the model gave nothing");
  return decided;
}
