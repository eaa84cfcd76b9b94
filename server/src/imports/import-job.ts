import { ServiceError } from "@assay/domain/errors.ts";
import { finishIfComplete } from "../batches/finish.ts";
import { getBatch } from "../batches/store.ts";
import type { Deps } from "../deps.ts";
import { typeOf } from "../guidelines/guidelines.ts";
import { mayPass } from "../platform/blobs/may-pass.ts";
import type { DatasetImport } from "../platform/database/upload-tables.ts";
import { findUpload, isStored, listFirstFiles, type UploadKey, updateImport } from "../uploads/store.ts";
import { mediaOf } from "./batch-media.ts";
import { actorOf } from "./dataset-import.ts";
import { ANSWERS, GOLD, PREDICTIONS, storeLines } from "./import.ts";
import type { LineSource } from "./source.ts";
import { withUploaded } from "./uploaded-source.ts";

const KINDS = { annotations: ANSWERS, predictions: PREDICTIONS, gold: GOLD } as const;
const BROKEN = {
  code: "internal_error",
  message: "the import failed; request it again (details are in the service's log)",
} as const;
/** Progress is recorded no more often. */
const RECORD_MS = 1_000;

/**
 * The job: imports an uploaded dataset into its batch, all in one transaction that also ends the import, so that a run that was
 * killed leaves nothing, and the next one starts anew. Records why nothing was imported. Throws if the store or the database does not
 * respond, so that the job is tried again; after any other error the import has failed, or nobody could request another one.
 */
export async function importDataset(
  deps: Deps,
  { account_id, upload_id }: { account_id: string; upload_id: string },
  died?: ServiceError,
): Promise<void> {
  const key = { account_id, id: upload_id };
  const asked = (await findUpload(deps.db, key))?.dataset_import;
  if (asked?.status !== "running") return;
  try {
    if (died !== undefined) throw died;
    await runImport(deps, key, asked);
  } catch (fault) {
    if (mayPass(fault)) throw fault;
    if (!(fault instanceof ServiceError)) deps.log.error({ err: fault, upload_id }, "an import failed");
    const error = fault instanceof ServiceError ? { code: fault.code, message: fault.message } : BROKEN;
    const finished_at = deps.now().toISOString();
    await updateImport(deps.db, key, asked, { status: "failed", error, finished_at });
  }
}

async function runImport(deps: Deps, key: UploadKey, asked: DatasetImport): Promise<void> {
  const { account_id } = key;
  const { batch_id, format, clip, on_conflict, on_error, dry_run: isDryRun } = asked;
  const kind = KINDS[asked.kind];
  const batch = await getBatch(deps.db, account_id, batch_id);
  const [file] = await listFirstFiles(deps.db, account_id, [key.id], 1);
  if (file === undefined || !isStored(file)) throw new ServiceError("gone", "the dataset was deleted");
  const options = { clip, skipsConflicts: on_conflict === "skip", skipsFaults: on_error === "skip" };
  const part = { filename: file.filename, declared: undefined, blob: deps.blobs.kept(file) };
  const wanted = { format, route: kind.route, type: typeOf(batch).name };
  await withUploaded(part, wanted, mediaOf(deps.db, batch), async (opened) => {
    let isStoring = false;
    const source = recorded(opened, async (lines) => {
      if (isStoring) await updateImport(deps.db, key, asked, { lines });
    });
    const sent = { account_id, batch_id, source, options };
    const store = await kind.prepare(deps, sent, { caller: actorOf(account_id, asked), isDryRun });
    isStoring = true;
    await deps.db.transaction().execute(async (tx) => {
      const result = await storeLines(tx, store, { isDryRun, options });
      const lines = (result.would_import ?? result.imported) + (result.skipped ?? 0) + (result.refused ?? 0);
      if (lines === 0)
        throw new ServiceError(
          "invalid_request",
          `${file.filename}: holds nothing to import; is it cut off?`,
        );
      const finished_at = deps.now().toISOString();
      if (!(await updateImport(tx, key, asked, { status: "finished", result, lines, finished_at })))
        throw new ServiceError("gone", "the dataset was deleted while it was imported");
    });
  });
  if (!isDryRun) await finishIfComplete(deps, account_id, batch_id);
}

/** The same lines; `record` gets their number about every second. */
function recorded(source: LineSource, record: (lines: number) => Promise<void>): LineSource {
  return {
    ...source,
    async *read(onFault) {
      let [lines, since] = [0, performance.now()];
      for await (const line of source.read(onFault)) {
        lines += 1;
        yield line;
        if (performance.now() - since < RECORD_MS) continue;
        since = performance.now();
        await record(lines);
      }
    },
  };
}
