import { ServiceError } from "@assay/domain/errors.ts";
import { only } from "@assay/domain/formats/accepted.ts";
import type { Format } from "@assay/domain/formats/format.ts";
import type { BatchRow } from "../batches/store.ts";
import type { Deps } from "../deps.ts";
import { type PresentNames, readPresentNames } from "../guidelines/names.ts";
import { keepBlobs } from "../platform/blobs/blob-rows.ts";
import type { StagedBlob } from "../platform/blobs/blobs.ts";
import { discardingStaged } from "../platform/blobs/discarding.ts";
import { mayPass } from "../platform/blobs/may-pass.ts";
import { type CopyOut, copySnapshot } from "../platform/database/copy.ts";
import type { Tx } from "../platform/database/db.ts";
import { getAnnotationType, getFormat } from "../projects/settings.ts";
import { getProject } from "../projects/store.ts";
import { auditCsv } from "./file/audit-csv.ts";
import { buildFile } from "./file/build-file.ts";
import { aboutText, type Dataset } from "./file/dataset.ts";
import { type Taken, takeDataset } from "./file/snapshot.ts";
import { stageGenerated } from "./file/source.ts";
import { chooseVariant, fileOf, variantName } from "./file/variants.ts";
import { type ExportRow, findExportToBuild, finishExport, listExported, shareBatches } from "./store.ts";

/**
 * Builds a requested export, or marks it failed. Throws if the store or the database does not respond, so that the job is tried
 * again; another worker may be building the export meanwhile.
 */
export async function buildExport(
  deps: Deps,
  { account_id, export_id }: { account_id: string; export_id: string },
  died?: ServiceError,
): Promise<void> {
  const wanted = await findExportToBuild(deps.db, account_id, export_id);
  if (wanted === undefined) return;
  try {
    if (died !== undefined) throw died;
    await discardingStaged(deps.blobs, (blobs) => build({ ...deps, blobs }, wanted));
  } catch (fault) {
    if (mayPass(fault)) throw fault;
    deps.log.error({ err: fault, export_id }, "an export could not be built");
    const isSaid =
      fault instanceof ServiceError && (fault === died || ["gone", "invalid_state"].includes(fault.code));
    const error = isSaid
      ? fault.message
      : "the export failed; request it again (details are in the service's log)";
    await finishExport(deps.db, wanted, { status: "failed", error, updated_at: deps.now() });
  }
}

/** The source data of an export. */
interface Snapshot {
  readonly format: Format;
  readonly taken: Taken;
  readonly batches: readonly Pick<BatchRow, "id" | "status">[];
  readonly snapshot_at: Date;
  /** `audit.csv`, if the sample is no longer secret. */
  readonly audit: StagedBlob | undefined;
}

/** Starts again if a batch was deleted meanwhile, so that no export contains deleted data. */
async function build(deps: Deps, wanted: ExportRow): Promise<void> {
  const { db, pool, now } = deps;
  const snapshot = await copySnapshot(pool, (tx, copyOut) => takeSnapshot(deps, tx, copyOut, wanted));
  const { format, taken, batches, snapshot_at } = snapshot;
  const variant = chooseVariant(format, wanted);
  const isNative = variantName(variant) === "dataset.jsonl";
  const dataset = await describe(deps, wanted, snapshot);
  const product = isNative ? taken.records : await buildFile(deps, wanted.account_id, dataset, variant);
  const { sha256, size_bytes } = product;
  const isCurrent = await db.transaction().execute(async (tx) => {
    const ids = batches.map((batch) => batch.id);
    if (!(await shareBatches(tx, wanted.account_id, ids))) return false;
    await keepBlobs(deps, tx, [product]);
    await finishExport(tx, wanted, {
      ...fileOf(variant, `${wanted.batch_id ?? wanted.project_id}.uncertified`),
      status: "ready",
      sha256,
      size_bytes,
      item_count: taken.items,
      batch_status: wanted.batch_id === null ? null : (batches[0]?.status ?? null),
      snapshot_at,
      updated_at: now(),
    });
    return true;
  });
  if (!isCurrent) await build(deps, wanted);
}

async function takeSnapshot(deps: Deps, tx: Tx, copyOut: CopyOut, wanted: ExportRow): Promise<Snapshot> {
  const snapshot_at = deps.now();
  const batches = await listExported(tx, wanted);
  const project = await getProject(tx, wanted.account_id, wanted.project_id);
  const type = getAnnotationType(project.canonical_type);
  const format = getFormat(wanted.format, type);
  const present = await readPresentNames(tx, wanted, type);
  const answers = wanted.include === "all_answers";
  const { account_id } = wanted;
  const reading = { account_id, batch_ids: batches.map(({ id }) => id), answers, corrected: false, present };
  const taken = await takeDataset(deps, tx, copyOut, { project, type }, reading);
  const audit = await stageAudit(deps, tx, wanted, { batches, present });
  return { format, taken, batches, snapshot_at, audit };
}

/**
 * The sample of a failed batch. Before the verdict the sample is secret, and a certified batch's is frozen.
 */
async function stageAudit(
  { blobs }: Deps,
  tx: Tx,
  { batch_id }: ExportRow,
  { batches: [batch], present }: { readonly batches: readonly BatchRow[]; readonly present: PresentNames },
): Promise<StagedBlob | undefined> {
  if (batch_id === null || batch?.status !== "failed") return undefined;
  return stageGenerated(blobs, auditCsv(tx, batch, present));
}

async function describe(
  { blobs }: Deps,
  { id, batch_id, project_id, include }: ExportRow,
  { taken, batches, snapshot_at, audit }: Snapshot,
): Promise<Dataset> {
  const context = { certified: false, project: taken.project, categories: taken.categories };
  const states = batches.map((batch) => ({ id: batch.id, status: batch.status }));
  const origin = { export_id: id, snapshot_at, include, batches: states };
  const of = batch_id === null ? project_id : `${batch_id} (${batches[0]?.status ?? "deleted"})`;
  const about = await stageGenerated(blobs, only(aboutText(origin, context)));
  const audited = audit === undefined ? [] : [{ path: "audit.csv", source: audit }];
  return {
    context,
    records: taken.records,
    beside: [{ path: "about.json", source: about }, ...audited],
    certification: null,
    note: `uncertified export of ${of}, taken ${snapshot_at.toISOString()}`,
  };
}
