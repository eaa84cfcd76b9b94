import { parentPort, workerData } from "node:worker_threads";
import { decideLabels } from "@assay/domain/consensus/consensus.ts";
import type { Question } from "./model.ts";

const { answers, asked, known }: Question = workerData;
parentPort?.postMessage(decideLabels(answers, asked, known));
