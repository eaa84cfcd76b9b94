import { once } from "node:events";
import { Worker } from "node:worker_threads";
import type { Answers } from "@assay/domain/consensus/answers.ts";
import { type AskedMethod, type BatchConsensus, decideLabels } from "@assay/domain/consensus/consensus.ts";

/** What a thread is told. */
export interface Question {
  readonly answers: Answers;
  readonly asked: AskedMethod;
  readonly known: Int32Array;
}

/** Answers times labels up to which no thread is worth its start: a few milliseconds. */
const AT_ONCE = 10_000;

/** `decideLabels`, in a thread of its own where it takes long, so that requests are answered meanwhile. */
export async function decideAside(question: Question): Promise<BatchConsensus> {
  const { answers, asked, known } = question;
  if (answers.worker.length * answers.labels <= AT_ONCE) return decideLabels(answers, asked, known);
  const thread = new Worker(new URL("./model-thread.ts", import.meta.url), { workerData: question });
  const [decided]: BatchConsensus[] = await once(thread, "message");
  if (decided === undefined) throw new Error("the thread of the model gave nothing");
  return decided;
}
