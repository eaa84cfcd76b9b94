import { buffer } from "node:stream/consumers";
import { ServiceError } from "@assay/domain/errors.ts";
import { openReferences, type References } from "../buckets/references.ts";
import type { Deps } from "../deps.ts";
import { decodingBytes, MAX_PIXELS } from "../images/decoder.ts";
import { addJob } from "../platform/jobs/jobs.ts";
import { startTurn } from "../platform/jobs/turn.ts";
import { isImageType } from "../uploads/formats/kind.ts";
import { listUnmeasured, type Measured, saveMeasured } from "../uploads/referenced.ts";
import type { FileRow } from "../uploads/store.ts";

/** Images that are read at once, and stored by one statement. */
const AT_ONCE = 32;
/** The sizes of most images are in their first bytes; a thumbnail or a color profile may come before. */
const HEAD_BYTES = 128 * 1024;
/** An image whose size comes later is read up to here. */
const MOST_BYTES = 64 * 1024 * 1024;

/**
 * Finds the sizes of the images of an upload by reference by reading their first bytes, behind position `after`. An image that
 * cannot be read keeps none; if no image can, the job ends.
 */
export async function measureObjects(
  deps: Deps,
  { account_id, upload_id, after }: { account_id: string; upload_id: string; after: number },
): Promise<void> {
  const turn = startTurn(deps, account_id, "measure_objects");
  const references = openReferences(deps);
  let position = after;
  try {
    for (;;) {
      const files = await listUnmeasured(deps.db, { id: upload_id, account_id }, position, AT_ONCE);
      const last = files.at(-1);
      if (last === undefined) return;
      const outcomes = await Promise.all(files.map((file) => tryMeasure(references, file)));
      const faults = outcomes.filter((outcome) => outcome instanceof ServiceError);
      if (faults.some(({ code }) => code === "invalid_state") && faults.length === files.length) {
        deps.log.warn({ upload_id, err: faults[0] }, "the sizes of images by reference could not be read");
        return;
      }
      await saveMeasured(
        deps.db,
        account_id,
        outcomes.flatMap((outcome) => (outcome instanceof ServiceError ? [] : outcome)),
      );
      position = last.position;
      if (await turn.isOver()) break;
    }
  } finally {
    references.close();
  }
  await addJob(deps.db, account_id, "measure_objects", { upload_id, after: position });
}

async function tryMeasure(references: References, file: FileRow): Promise<Measured | ServiceError> {
  try {
    return await measure(references, file);
  } catch (fault) {
    if (fault instanceof ServiceError) return fault;
    throw fault;
  }
}

async function measure(references: References, file: FileRow): Promise<Measured> {
  const object = await references.get(file);
  const readFirst = async (bytes: number) =>
    buffer((await object.read({ start: 0, end: Math.min(bytes, object.size_bytes) - 1 })).body);
  const head = await sizeIn(await readFirst(HEAD_BYTES));
  const isCut = head === undefined && object.size_bytes > HEAD_BYTES;
  const found = isCut ? await sizeIn(await readFirst(MOST_BYTES)) : head;
  if (found === undefined) throw new ServiceError("invalid_request", `${file.filename} is not an image`);
  return { id: file.id, ...found };
}

/** The type and the upright size of an image; undefined if these bytes do not tell. */
async function sizeIn(bytes: Buffer): Promise<Omit<Measured, "id"> | undefined> {
  return decodingBytes(bytes, async (decode) => {
    const found = await decode()
      .metadata()
      .catch(() => undefined);
    if (found === undefined || !isImageType(found.mediaType)) return undefined;
    const { width, height } = found.autoOrient;
    if (width * height > MAX_PIXELS) return undefined;
    return { content_type: found.mediaType, width, height };
  });
}
