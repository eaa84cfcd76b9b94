import { openAsBlob } from "node:fs";
import { ServiceError } from "@assay/domain/errors.ts";
import { hfDataset } from "@assay/domain/formats/hf-dataset.ts";
import yauzl from "yauzl";
import { checkedOrigin } from "../buckets/checked-origin.ts";
import type { HubCredentials } from "../buckets/hub-client.ts";
import { HubBusy } from "../buckets/hub-faults.ts";
import type { PushedFile } from "../buckets/hub-push.ts";
import { hubPlaceOf, parseHubUrl } from "../buckets/hub-url.ts";
import { findArtefact } from "../certificates/artefacts.ts";
import { findLatestCertificate } from "../certificates/store.ts";
import type { Deps } from "../deps.ts";
import { buildArtefact } from "../exports/build-artefact.ts";
import { variantName } from "../exports/file/variants.ts";
import type { Caller } from "../platform/auth/auth.ts";
import type { ReadableBlob } from "../platform/blobs/blobs.ts";
import { mayPass } from "../platform/blobs/may-pass.ts";
import { withFile } from "../platform/blobs/with-file.ts";
import type { DatasetPush } from "../platform/database/dataset-tables.ts";
import type { Tx } from "../platform/database/db.ts";
import { addJob, type Jobs } from "../platform/jobs/jobs.ts";
import { buildDatasetFile } from "./build-file.ts";
import { assertReadable } from "./download.ts";
import type { PushVersion } from "./push-schemas.ts";
import { findFile, findVersion, getVersion, lockDataset, updatePush, type VersionRecord } from "./store.ts";

/** Progress is recorded no more often. */
const RECORD_MS = 1_000;

/**
 * Requests a push of a version to a branch of a repository of the Hub; a job does it, which gets the token encrypted. Throws
 * `not_found`, `gone` for an erased version, `invalid_state` for one that is not ready or is being pushed, or has labels that the caller
 * must audit blind, and `invalid_request` for anything but a whole repository.
 */
export async function requestPush(
  { now, outbound, secrets }: Pick<Deps, "now" | "outbound" | "secrets">,
  tx: Tx,
  caller: Caller,
  named: { readonly dataset_id: string; readonly version: string },
  { url, endpoint, token, include, license, create }: PushVersion,
): Promise<VersionRecord> {
  const { account_id } = caller;
  await lockDataset(tx, account_id, named.dataset_id);
  const found = await getVersion(tx, account_id, named.dataset_id, named.version);
  await assertReadable(tx, caller, found);
  if (found.push?.status === "pushing")
    throw new ServiceError(
      "invalid_state",
      `version ${found.version} is being pushed; wait until that has ended`,
    );
  const place = parseHubUrl(url);
  if (!isHubUrl(url) || place?.prefix !== "")
    throw new ServiceError(
      "invalid_request",
      "url must be hf://datasets/OWNER/NAME, followed by @BRANCH or not",
    );
  if (create !== undefined && place.revision !== "main")
    throw new ServiceError("invalid_request", "create must be absent for another branch than main");
  const push: DatasetPush = {
    ...{ url, endpoint: checkedOrigin(outbound, endpoint, "endpoint"), media: include === "media" },
    ...(license !== undefined && { license }),
    ...(create !== undefined && { create }),
    ...{ status: "pushing", error: null, files: null, files_sent: 0, commit: null },
    ...{ requested_at: now().toISOString(), ended_at: null },
  };
  await updatePush(tx, found, push);
  const { dataset_id, version } = found;
  const sealed = secrets.encrypt(JSON.stringify({ token } satisfies HubCredentials)).toString("base64");
  await addJob(tx, account_id, "push_dataset_version", { dataset_id, version, sealed });
  return { ...found, push };
}

/**
 * The job: pushes the bundle of a version, or of the batch that certifies it if that is certified. Records the commit, or why there is
 * none. Throws if the store or the database does not respond, so that the job is tried again.
 */
export async function pushVersion(
  deps: Deps,
  { sealed, ...key }: Jobs["push_dataset_version"] & { readonly account_id: string },
  died?: ServiceError,
): Promise<void> {
  const found = await findVersion(deps.db, key);
  if (found?.status !== "ready" || found.push?.status !== "pushing") return;
  const { push } = found;
  try {
    if (died !== undefined) throw died;
    const { token }: HubCredentials = JSON.parse(deps.secrets.decrypt(Buffer.from(sealed, "base64")));
    await pushBundle(deps, found, push, token);
  } catch (fault) {
    if (fault instanceof HubBusy) {
      const again = new Date(Date.now() + fault.wait_ms); // the queue's clock
      const { account_id, ...payload } = key;
      await addJob(deps.db, account_id, "push_dataset_version", { ...payload, sealed }, again);
      return;
    }
    if (mayPass(fault)) throw fault;
    deps.log.error({ err: fault, ...key }, "a version of a dataset could not be pushed");
    const said = fault instanceof ServiceError ? fault.message : undefined;
    const error = said ?? "the push failed; push again (details are in the service's log)";
    await updatePush(deps.db, key, { ...push, status: "failed", error, ended_at: deps.now().toISOString() });
  }
}

async function pushBundle(deps: Deps, found: VersionRecord, push: DatasetPush, token: string): Promise<void> {
  const place = hubPlaceOf(push);
  const bundle = await findBundle(deps, found, push);
  const { pushFiles } = await import("../buckets/hub-push.ts"); // most processes never need the library
  await withFile(bundle, async (path) => {
    const files = await filesIn(path);
    let recorded = 0;
    let isWanted = true;
    const record = async (files_sent: number) => {
      if (performance.now() - recorded < RECORD_MS) return isWanted;
      recorded = performance.now();
      isWanted = await updatePush(deps.db, found, { ...push, files: files.length, files_sent });
      return isWanted;
    };
    const title = `Version ${found.version} of the Assay dataset ${found.dataset_id}`;
    const to = { ...place, endpoint: push.endpoint, token, create: push.create };
    const commit = await pushFiles(deps.outbound, to, { files, title, onProgress: record });
    if (commit === undefined) return;
    const done = { status: "pushed", files: files.length, files_sent: files.length, commit } as const;
    await updatePush(deps.db, found, { ...push, ...done, ended_at: deps.now().toISOString() });
  });
}

/** The zip with the files to push, built if it is missing. */
async function findBundle(
  deps: Deps,
  found: VersionRecord,
  { media, license }: Pick<DatasetPush, "media" | "license">,
): Promise<ReadableBlob> {
  const variant = variantName({ format: hfDataset, zipped: true, media, license });
  const { account_id, dataset_id, version, certification } = found;
  const certificate =
    certification?.status === "certified"
      ? await findLatestCertificate(deps.db, { account_id, batch_id: certification.batch_id })
      : undefined;
  if (certificate !== undefined) {
    const key = { batch_id: certificate.batch_id, revision: certificate.revision, variant };
    const find = () => findArtefact(deps.db, account_id, key);
    if ((await find()) === undefined) await buildArtefact(deps, { account_id, ...key });
    return kept(deps, await find());
  }
  const key = { account_id, dataset_id, version, since: 0, split: "", variant };
  if ((await findFile(deps.db, key)) === undefined) await buildDatasetFile(deps, key);
  return kept(deps, await findFile(deps.db, key));
}

function kept({ blobs }: Deps, row: { readonly sha256: string; readonly size_bytes: number } | undefined) {
  if (row === undefined) throw new ServiceError("gone", "the version was erased while it was pushed");
  return blobs.kept(row);
}

/** The files of a bundle, whose bytes stay in it: it is not compressed. */
async function filesIn(path: string): Promise<PushedFile[]> {
  const whole = await openAsBlob(path);
  const zip = await yauzl.openPromise(path, { autoClose: false });
  try {
    const files: PushedFile[] = [];
    for await (const entry of zip.eachEntry()) {
      const { fileDataStart } = await zip.readLocalFileHeaderPromise(entry, { minimal: true });
      const content = whole.slice(fileDataStart, fileDataStart + entry.uncompressedSize);
      files.push({ path: entry.fileName, content });
    }
    return files;
  } finally {
    zip.close();
  }
}

function isHubUrl(url: string): url is DatasetPush["url"] {
  return url.startsWith("hf://");
}
