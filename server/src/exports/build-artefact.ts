import { ServiceError } from "@assay/domain/errors.ts";
import { findBatch } from "../batches/store.ts";
import { type ArtefactKey, findArtefact, insertArtefacts } from "../certificates/artefacts.ts";
import { findCertification } from "../certificates/issue.ts";
import type { Deps } from "../deps.ts";
import { buildFile } from "./file/build-file.ts";
import { type Dataset, readAbout } from "./file/dataset.ts";
import { fileOf, readVariant } from "./file/variants.ts";
import { shareBatches } from "./store.ts";

/**
 * Builds another file of a certified dataset from its frozen records, and keeps it. Does nothing if it exists
 * already or the batch was deleted. Throws `died` as `invalid_state`, for `takeRefusal`.
 */
export async function buildArtefact(
  deps: Deps,
  { account_id, batch_id, revision, variant: name }: ArtefactKey & { readonly account_id: string },
  died?: ServiceError,
): Promise<void> {
  const { blobs, db, now } = deps;
  const key = { batch_id, revision, variant: name };
  const batch = await findBatch(db, account_id, batch_id);
  if (batch === undefined) return;
  if ((await findArtefact(db, account_id, key)) !== undefined) return;
  if (died !== undefined) throw new ServiceError("invalid_state", died.message);
  const variant = readVariant(name);
  const staged = await buildFile(deps, account_id, await openFrozen(deps, account_id, key), variant);
  const artefact = {
    account_id,
    ...key,
    ...fileOf(variant, batch.id),
    staged,
    created_at: now(),
  };
  try {
    await db.transaction().execute(async (tx) => {
      if (await shareBatches(tx, account_id, [batch.id])) await insertArtefacts(deps, tx, [artefact]);
    });
  } finally {
    await blobs.discard([staged]);
  }
}

/** The frozen dataset of a batch's revision. */
async function openFrozen(
  deps: Deps,
  account_id: string,
  { batch_id, revision }: ArtefactKey,
): Promise<Dataset> {
  const { db, blobs } = deps;
  const open = async (variant: string) => {
    const row = await findArtefact(db, account_id, { batch_id, revision, variant });
    if (row === undefined) throw new Error(`the frozen dataset of ${batch_id} has no ${variant}`);
    return blobs.kept(row);
  };
  const about = await open("about.json");
  const population = await findArtefact(db, account_id, { batch_id, revision, variant: "population.jsonl" });
  return {
    context: await readAbout(about),
    records: await open("dataset.jsonl"),
    beside: [
      { path: "about.json", source: about },
      { path: "audit.csv", source: await open("audit.csv") },
      ...(population === undefined ? [] : [{ path: "population.jsonl", source: blobs.kept(population) }]),
    ],
    note: null,
    certification: await findCertification(deps, { account_id, batch_id }, revision),
  };
}
