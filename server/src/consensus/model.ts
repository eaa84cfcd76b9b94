import { once } from "node:events";
import { isMainThread, Worker } from "node:worker_threads";
import type { AskedMethod } from "@assay/domain/consensus/consensus.ts";
import { decideSets, type LabelSets, type SetConsensus } from "@assay/domain/consensus/label-sets.ts";

/** What the thread gets when it starts. */
export interface Question {
  readonly sets: LabelSets;
  readonly asked: AskedMethod;
}

/** Answers times labels up to which no thread is worth its start: a few milliseconds. */
const AT_ONCE = 10_000;

/** `decideSets`; a long computation runs in a thread of its own, unless the caller is a job, which has one. */
export async function decideInThread(question: Question): Promise<SetConsensus> {
  const { sets, asked } = question;
  if (!isMainThread || sets.answers.worker.length * sets.said.length <= AT_ONCE)
    return decideSets(sets, asked);
  const thread = new Worker(new URL("./model-thread.ts", import.meta.url), { workerData: question });
  const [decided]: SetConsensus[] = await once(thread, "message");
  if (decided === undefined) throw new Error("the thread of the model gave nothing");
  return decided;
}
