import { ServiceError } from "@assay/domain/errors.ts";
import type { FastifyRequest } from "fastify";
import type { Deps } from "../deps.ts";
import { callerOf } from "../platform/auth/auth.ts";
import { removeAfterRequest } from "../platform/blobs/blob-rows.ts";
import type { UnfinishedPart } from "../platform/database/upload-tables.ts";
import { inChange } from "../platform/http/changes.ts";
import { assertIfMatch } from "../platform/http/etag.ts";
import { allParts } from "./lease.ts";
import { digestsOf } from "./process.ts";
import { FILES_INLINED, toUpload } from "./schemas.ts";
import { deleteUpload, isUsed, listFirstFiles, lockUpload } from "./store.ts";

/**
 * Deletes an upload with its files, and the bytes that no other row names. Throws `upload_in_use` if a batch
 * has one of its files, however that batch got it.
 */
export async function eraseUpload(deps: Deps, request: FastifyRequest, id: string): Promise<void> {
  let unfinished: readonly UnfinishedPart[] = [];
  const digests = await inChange(deps, request, async (tx) => {
    const upload = await lockUpload(tx, callerOf(request).account_id, id);
    assertIfMatch(request, toUpload(upload, await listFirstFiles(tx, [id], FILES_INLINED)));
    if (await isUsed(tx, id)) throw new ServiceError("upload_in_use", `the upload ${id} is used by a batch`);
    unfinished = allParts(upload);
    return [...(await deleteUpload(tx, id)), ...digestsOf(upload)];
  });
  await removeAfterRequest(deps, digests, unfinished);
}
