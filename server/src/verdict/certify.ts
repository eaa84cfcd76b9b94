import { nextBatchState } from "@assay/domain/batch.ts";
import { downloadUrl } from "../batches/schemas.ts";
import { findAndLockBatch, updateBatch } from "../batches/store.ts";
import { insertArtefacts } from "../certificates/artefacts.ts";
import { logCertificate } from "../certificates/logged.ts";
import type { Judgment } from "../certificates/predicate.ts";
import { insertCertificate } from "../certificates/store.ts";
import type { Deps } from "../deps.ts";
import { emit } from "../events/emit.ts";
import { freezeDataset } from "../exports/freeze.ts";
import { discardingStaged } from "../platform/blobs/discarding.ts";
import { addJob } from "../platform/jobs/jobs.ts";
import { deliverCorrections } from "../queue/labels.ts";

/**
 * Freezes the dataset of a batch that passed and signs its certificate, then certifies the batch in one
 * transaction: delivers corrections of audited items, inserts artefacts and certificate, emits the event. A
 * completed batch does not change in between. If it fails, or another run of the job was first, it discards
 * the staged files: the job is repeated many times, and each run would leave the whole dataset on the disk.
 */
export async function certifyBatch(deps: Deps, passed: Judgment): Promise<void> {
  await discardingStaged(deps.blobs, (blobs) => certify({ ...deps, blobs }, passed));
}

async function certify(deps: Deps, passed: Judgment): Promise<void> {
  const { config, db, now } = deps;
  const { batch, verdict } = passed;
  const certified_at = now();
  const look = { ...passed.look, certified_at: certified_at.toISOString() };
  const { artefacts, bundle, certificate } = await freezeDataset(deps, { ...passed, look }, certified_at);
  await db.transaction().execute(async (tx) => {
    const before = await findAndLockBatch(tx, batch.account_id, batch.id);
    if (before?.stage !== "completed" || before.looks.length !== batch.looks.length) return;
    await deliverCorrections(tx, batch);
    await insertArtefacts(deps, tx, artefacts);
    await insertCertificate(tx, certificate);
    if (bundle !== null)
      await addJob(tx, batch.account_id, "build_artefact", {
        batch_id: batch.id,
        revision: batch.revision,
        variant: bundle,
      });
    await updateBatch(tx, batch, {
      ...(before.amendment === null
        ? { status: nextBatchState(before.status, "certify") }
        : { amendment: null, revision: batch.revision, failure_reasons: "[]" }),
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
    await logCertificate(tx, certificate, certified_at);
  });
}
