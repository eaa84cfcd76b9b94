import { parentPort, workerData } from "node:worker_threads";
import { decideSets } from "@assay/domain/consensus/label-sets.ts";
import type { Question } from "./model.ts";

const { sets, asked }: Question = workerData;
parentPort?.postMessage(decideSets(sets, asked));
