import { ServiceError } from "@assay/domain/errors.ts";
import { only } from "@assay/domain/formats/accepted.ts";
import type { Deps } from "../deps.ts";
import { aboutText } from "../exports/file/dataset.ts";
import { stageGenerated } from "../exports/file/source.ts";
import { shareBatches } from "../exports/store.ts";
import { discardingStaged } from "../platform/blobs/discarding.ts";
import { mayPass } from "../platform/blobs/may-pass.ts";
import { copySnapshot } from "../platform/database/copy.ts";
import { certificatesText } from "./certificates.ts";
import {
  findVersion,
  finishVersion,
  insertFiles,
  insertVersionBatches,
  type VersionKey,
  type VersionRow,
} from "./store.ts";
import { takeVersion } from "./take.ts";

/**
 * Builds a requested version of a dataset, or marks it failed. Throws if the store or the database does not respond, so that the
 * job is tried again; another worker may be building it meanwhile.
 */
export async function buildDatasetVersion(deps: Deps, key: VersionKey, died?: ServiceError): Promise<void> {
  const wanted = await findVersion(deps.db, key);
  if (wanted?.status !== "processing") return;
  try {
    if (died !== undefined) throw died;
    await discardingStaged(deps.blobs, (blobs) => build({ ...deps, blobs }, wanted));
  } catch (fault) {
    if (mayPass(fault)) throw fault;
    deps.log.error({ err: fault, ...key }, "a version of a dataset could not be built");
    const said = fault instanceof ServiceError ? fault.message : undefined;
    const error = said ?? "the build failed; make another version (details are in the service's log)";
    await finishVersion(deps.db, wanted, { status: "failed", error, updated_at: deps.now() });
  }
}

/** Starts again if a batch was deleted meanwhile, so that no version contains deleted data. */
async function build(deps: Deps, wanted: VersionRow): Promise<void> {
  const { blobs, db, pool, now } = deps;
  const snapshot_at = now();
  const { records, batches, counts, context, guideline_version } = await copySnapshot(pool, (tx, copyOut) =>
    takeVersion(deps, tx, copyOut, wanted),
  );
  const { account_id, dataset_id, version, query, splits } = wanted;
  const origin = { dataset_id, version, snapshot_at, query, splits };
  const about = await stageGenerated(blobs, only(aboutText(origin, context)));
  const certificates = await stageGenerated(blobs, only(certificatesText(batches)));
  const isCurrent = await db.transaction().execute(async (tx) => {
    const ids = batches.map(({ batch_id }) => batch_id);
    if (!(await shareBatches(tx, account_id, ids))) return false;
    const isFirst = await finishVersion(tx, wanted, {
      status: "ready",
      counts: JSON.stringify(counts),
      guideline_version,
      certified: context.certified,
      sha256: records.sha256,
      size_bytes: records.size_bytes,
      snapshot_at,
      updated_at: now(),
    });
    if (!isFirst) return true;
    await insertVersionBatches(tx, batches);
    const whole = { since: 0, split: "" };
    const stem = `${dataset_id}.v${version}`;
    await insertFiles(deps, tx, wanted, [
      {
        ...whole,
        variant: "dataset.jsonl",
        filename: `${stem}.jsonl`,
        media_type: "application/x-ndjson",
        staged: records,
      },
      {
        ...whole,
        variant: "about.json",
        filename: `${stem}.about.json`,
        media_type: "application/json",
        staged: about,
      },
      {
        ...whole,
        variant: "certificates.json",
        filename: `${stem}.certificates.json`,
        media_type: "application/json",
        staged: certificates,
      },
    ]);
    return true;
  });
  if (!isCurrent) await build(deps, wanted);
}
