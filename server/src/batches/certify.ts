import { nextBatchState } from "@assay/domain/batch.ts";
import type { Certified } from "@assay/domain/certification/verdict.ts";
import { sql } from "kysely";
import type { Deps } from "../deps.ts";
import { emit } from "../events/emit.ts";
import { freezeDataset } from "../exports/freeze.ts";
import { insertArtefacts } from "../exports/store.ts";
import type { Tx } from "../platform/db.ts";
import type { JudgedLook } from "../platform/work-tables.ts";
import { downloadUrl } from "./schemas.ts";
import { type BatchRow, lockBatch, updateBatch } from "./store.ts";

/** A verdict that certifies, and the look it rests on; it takes effect once the dataset is frozen. */
export interface Passed {
  readonly batch: BatchRow;
  readonly verdict: Certified;
  readonly look: JudgedLook;
}

/**
 * Freezes the dataset of a batch that passed, then certifies it in one transaction: corrections of audited
 * items delivered, artefacts named, event emitted. Nothing of a completed batch changes in between; where
 * another run of the job came first, this one leaves its files to the sweep.
 */
export async function certifyBatch(deps: Deps, { batch, verdict, look }: Passed): Promise<void> {
  const { config, db, now } = deps;
  const certified_at = now();
  const artefacts = await freezeDataset(deps, batch, certified_at);
  await db.transaction().execute(async (tx) => {
    const before = await lockBatch(tx, batch.account_id, batch.id);
    if (before.status !== "completed" || before.looks.length !== batch.looks.length) return;
    await deliverCorrections(tx, batch.id, batch.round);
    await insertArtefacts(deps, tx, artefacts);
    await updateBatch(tx, batch.id, {
      status: nextBatchState(before.status, "certify"),
      quality_score: verdict.score,
      certification_level: verdict.level,
      looks: JSON.stringify([...before.looks, look]),
      audit: null,
      certified_at,
      updated_at: certified_at,
    });
    const { id: batch_id, account_id, project_id, file_count } = before;
    const data = {
      batch_id,
      project_id,
      quality_score: verdict.score,
      certification_level: verdict.level,
      file_count,
      download_url: downloadUrl(config, batch_id),
    };
    await emit(tx, { account_id, type: "batch.certified", created_at: certified_at, data });
  });
}

/** Audited items whose label was not acceptable get the auditor's; what was judged stays in `audits`. */
async function deliverCorrections(tx: Tx, batch_id: string, round: number): Promise<void> {
  await sql`
    update items set result = corrected, fields = corrected_fields, origin = 'audit',
      guideline_version = annotations.guideline_version
    from audits join annotations on annotations.id = annotation_id
    where audits.batch_id = ${batch_id} and audits.round = ${round} and not acceptable and corrected is not null
      and items.id = audits.item_id`.execute(tx);
}
