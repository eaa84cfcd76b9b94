import { ServiceError } from "@assay/domain/errors.ts";
import type { FastifyRequest } from "fastify";
import type { Deps } from "../deps.ts";
import { callerOf } from "../platform/auth/auth.ts";
import { inChange } from "../platform/http/changes.ts";
import { assertIfMatch } from "../platform/http/etag.ts";
import { markDeleted } from "./erase.ts";
import { FILES_INLINED, toUpload } from "./schemas.ts";
import { listFirstFiles, listUnused, lockUpload } from "./store.ts";

/**
 * Deletes an upload: it disappears at once, and a job removes its files and the bytes that no other row names. Throws
 * `upload_in_use` if a batch has one of its files, however that batch got it.
 */
export async function deleteUpload(deps: Deps, request: FastifyRequest, id: string): Promise<void> {
  await inChange(deps, request, async (tx) => {
    const { account_id } = callerOf(request);
    const upload = await lockUpload(tx, account_id, id);
    assertIfMatch(request, toUpload(upload, await listFirstFiles(tx, account_id, [id], FILES_INLINED)));
    const unused = await listUnused(tx, account_id, [id]);
    if (unused.length === 0) throw new ServiceError("upload_in_use", `the upload ${id} is used by a batch`);
    await markDeleted(tx, account_id, unused, deps.now());
  });
}
