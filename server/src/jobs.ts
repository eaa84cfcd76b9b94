import { ServiceError } from "@assay/domain/errors.ts";
import { sendNotification } from "./accounts/notifications.ts";
import { stepAutoAccept } from "./auto-accept/step-job.ts";
import { eraseBatch } from "./batches/erase.ts";
import { fillBatch } from "./batches/fill-job.ts";
import { orderQueue } from "./batches/order-job.ts";
import { bulkItems } from "./bulk/bulk-job.ts";
import { eraseReads } from "./comments/reads.ts";
import { buildDatasetFile } from "./datasets/build-file.ts";
import { buildDatasetVersion } from "./datasets/build-version.ts";
import { copyVersion } from "./datasets/certify.ts";
import { eraseDataset } from "./datasets/erase.ts";
import { pushVersion } from "./datasets/push.ts";
import type { Deps } from "./deps.ts";
import { sendDigest } from "./digests/send.ts";
import { turnOff } from "./digests/store.ts";
import { buildArtefact } from "./exports/build-artefact.ts";
import { buildExport } from "./exports/build-export.ts";
import { requeuePaused } from "./gold/requeue.ts";
import { importDataset } from "./imports/import-job.ts";
import { eraseMember } from "./members/change.ts";
import { sendInvitation } from "./members/mail-invitation.ts";
import { runModel } from "./models/run.ts";
import { type JobName, type Jobs, MAX_ATTEMPTS } from "./platform/jobs/jobs.ts";
import type { TakenJob } from "./platform/jobs/take-job.ts";
import { removeItems } from "./queue/fill.ts";
import { releaseRest } from "./queue/leases.ts";
import { fetchObjects } from "./sources/copy.ts";
import { measureObjects } from "./sources/measure.ts";
import { syncSource } from "./sources/sync.ts";
import { computeSuspicions } from "./suspicions/compute.ts";
import { eraseUploads } from "./uploads/erase.ts";
import { fetchUrls } from "./uploads/fetch-urls.ts";
import { processUpload } from "./uploads/process.ts";
import { makeOf } from "./uploads/recording-renditions.ts";
import { prepareDraw } from "./verdict/draw.ts";
import { judgeBatch } from "./verdict/judge.ts";
import { endDeliveries } from "./webhooks/store/deliveries.ts";

/**
 * Whose process or thread dies this often is probably killed by it: two deaths in a row happen to a job that runs beside such a one.
 */
const MAX_DEATHS = 3;

/**
 * Gets the payload, and the account of the job. With `died`, the job has killed its worker too often, or this is its last attempt: who
 * waits for it is told that as the reason why it failed. A task for which nobody waits, or that must be done, goes on in spite of it.
 */
type Task<Name extends JobName> = (
  deps: Deps,
  payload: Jobs[Name] & { readonly account_id: string },
  died?: ServiceError,
) => Promise<void>;

/** The task of each job: a job without a task does not compile. */
const TASKS: { readonly [Name in JobName]: Task<Name> } = {
  process_upload: processUpload,
  fetch_urls: fetchUrls,
  import_dataset: importDataset,
  make_peaks: makeOf("peaks"),
  make_sound: makeOf("sound"),
  sync_source: syncSource,
  fetch_objects: fetchObjects,
  measure_objects: measureObjects,
  add_batch_files: fillBatch,
  fill_batch: fillBatch,
  remove_items: removeItems,
  judge_batch: judgeBatch,
  prepare_draw: prepareDraw,
  compute_suspicions: computeSuspicions,
  auto_accept: stepAutoAccept,
  build_artefact: buildArtefact,
  build_export: buildExport,
  build_dataset_version: buildDatasetVersion,
  build_dataset_file: buildDatasetFile,
  copy_dataset_version: copyVersion,
  push_dataset_version: pushVersion,
  erase_dataset: eraseDataset,
  send_mail: sendNotification,
  send_invitation: sendInvitation,
  send_digest: sendDigest,
  erase_batch: eraseBatch,
  erase_uploads: eraseUploads,
  erase_member: async (deps, payload) => {
    await eraseReads(deps, payload);
    await turnOff(deps.db, payload);
    await eraseMember(deps, payload);
  },
  end_deliveries: endDeliveries,
  release_leases: releaseRest,
  bulk_items: bulkItems,
  requeue_paused: requeuePaused,
  run_model: runModel,
  order_queue: orderQueue,
};

/** Runs a job, whose payload `addJob` type-checked, with its id in every line that is logged meanwhile, and logs how it ended. */
export function runJob(deps: Deps, given: TakenJob): Promise<void> {
  const { traces } = deps;
  return traces === undefined ? logged(deps, given) : traces.inJob(given, () => logged(deps, given));
}

async function logged(
  deps: Deps,
  { name, payload, account_id, id, attempt, deaths }: TakenJob,
): Promise<void> {
  const started = performance.now();
  const log = deps.log.child({ job: name, job_id: id, attempt });
  const ms = () => Math.round(performance.now() - started);
  const task = TASKS[name] as (deps: Deps, payload: unknown, died?: ServiceError) => Promise<void>;
  const died = whyOver({ id, deaths, attempt });
  if (deaths > 0) log.warn({ deaths }, "the job's worker died");
  try {
    await task({ ...deps, log }, { ...payload, account_id }, died);
  } catch (fault) {
    log.error({ ms: ms(), err: fault }, "job failed");
    throw fault;
  }
  log.info({ ms: ms() }, "job done");
}

/** Why a job has failed for good; undefined if it may still succeed. */
function whyOver({ id, deaths, attempt }: Pick<TakenJob, "id" | "deaths" | "attempt">) {
  if (deaths >= MAX_DEATHS)
    return new ServiceError(
      "internal_error",
      `the service's worker died ${deaths} times in a row at this, most likely because it takes more memory than there is: try again with smaller files or fewer items, or ask the operator of the service (job ${id} in its log)`,
    );
  if (attempt < MAX_ATTEMPTS) return undefined;
  return new ServiceError(
    "internal_error",
    `the service failed at this ${attempt - 1} times: try again, or ask the operator of the service (job ${id} in its log)`,
  );
}
