import { parentPort, workerData } from "node:worker_threads";
import { type AcceptedLabel, suspicionsOf } from "@assay/domain/models/suspicion.ts";

const labels: readonly AcceptedLabel[] = workerData;
parentPort?.postMessage(suspicionsOf(labels));
