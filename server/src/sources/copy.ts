import { ServiceError } from "@assay/domain/errors.ts";
import type { ObjectStore } from "../buckets/bucket.ts";
import { ObjectFault } from "../buckets/explain.ts";
import type { Deps } from "../deps.ts";
import { LIMITS } from "../platform/limits.ts";
import { record, toPartStep } from "../uploads/fetch-urls.ts";
import { mediaTypeIn, type Part } from "../uploads/formats/part.ts";
import { handOverParts } from "../uploads/hand-over.ts";
import { listObjects, type ObjectRow } from "../uploads/objects.ts";
import { type Run, runSteps } from "../uploads/process.ts";
import { filenameIn, prefixOf } from "../uploads/referenced.ts";
import { listSteps } from "../uploads/steps.ts";
import type { UploadRow } from "../uploads/store.ts";
import { openStore } from "./object-store.ts";
import { findSource } from "./store.ts";

/** Objects that are copied at once, and recorded by one transaction. */
const AT_ONCE = 16;

/**
 * Copies the objects of a `processing` upload, and records each as a part of it. A run after a crash, or after the turns of
 * other accounts, continues from there (ADR 0074). Then hands the upload to `process_upload`, as if its parts had been sent.
 */
export async function fetchObjects(
  deps: Deps,
  { account_id, upload_id }: { account_id: string; upload_id: string },
  died?: ServiceError,
): Promise<void> {
  await runSteps(
    deps,
    { id: upload_id, account_id },
    { name: "fetch_objects", died },
    async (run, upload) => {
      if (!upload.source?.objects) return "process_upload"; // a run before has handed it over, and died
      const source = await findSource(deps.db, { id: upload.source_id ?? "", account_id });
      if (source === undefined)
        throw new ServiceError("invalid_request", "the source was deleted before its objects were copied");
      const store = await openStore(deps, source);
      try {
        if (!(await copyAll(run, upload, store, prefixOf(source.config)))) return "fetch_objects";
      } finally {
        store.close();
      }
      await handOverParts(deps, upload);
      return "process_upload";
    },
  );
}

/** Whether all are copied; false if the turn is over before, or another run took over. */
async function copyAll(
  { deps, staging, turn }: Run,
  upload: UploadRow,
  store: ObjectStore,
  prefix: string,
): Promise<boolean> {
  const known = new Set((await listSteps(deps.db, upload, "part")).map(({ position }) => position));
  const missing = (await listObjects(deps.db, upload)).filter(({ position }) => !known.has(position));
  for (let start = 0; start < missing.length; start += AT_ONCE) {
    const some = missing.slice(start, start + AT_ONCE);
    const settled = await Promise.allSettled(some.map((object) => copy(store, staging, object, prefix)));
    // All have ended by now, so that nothing is staged behind a fault.
    const outcomes = settled.map((one) => {
      if (one.status === "rejected") throw one.reason;
      return one.value;
    });
    const steps = outcomes.map((outcome, index) => toPartStep(some[index]?.position ?? 0, outcome));
    const blobs = outcomes.flatMap((outcome) => (outcome instanceof Error ? [] : outcome.blob));
    if (!(await record(deps, upload, "part", steps, blobs)) || (await turn.isOver())) return false;
  }
  return true;
}

/** An object as a part, or why there is none; throws faults of the whole bucket. */
async function copy(
  store: ObjectStore,
  staging: Run["staging"],
  object: ObjectRow,
  prefix: string,
): Promise<Part | Error> {
  try {
    const filename = nameOf(object, prefix);
    const { body, content_type } = await store.open(object);
    const blob = await staging.stage(body, LIMITS.source_object_bytes);
    return { filename, declared: mediaTypeIn(content_type), blob };
  } catch (fault) {
    if (fault instanceof ObjectFault) return fault;
    throw fault;
  }
}

/** Throws ObjectFault if the key cannot be a file name. */
function nameOf({ key }: ObjectRow, prefix: string): string {
  try {
    return filenameIn(key, prefix);
  } catch (fault) {
    throw fault instanceof ServiceError ? new ObjectFault(fault.message, { cause: fault }) : fault;
  }
}
