import { autoAcceptSentence, modelName } from "@assay/domain/models/sentence.ts";
import type { Db } from "../platform/database/db.ts";
import { type AutoAccept, toAutoAccept } from "./schemas.ts";
import { type AutoAcceptRow, type BatchId, countOpenChecks, listRuns } from "./store.ts";

/** The runs of a batch, newest first. */
export async function readRuns(db: Db, batch: BatchId): Promise<AutoAccept[]> {
  const runs = await listRuns(db, batch);
  const open = runs.some(({ status }) => status === "checking") ? await countOpenChecks(db, batch) : 0;
  return runs.map((run) => shown(run, run.status === "checking" ? open : 0));
}

function shown(run: AutoAcceptRow, checks_open: number): AutoAccept {
  return toAutoAccept(run, checks_open, autoAcceptSentence({ ...run, name: modelName(run), checks_open }));
}
