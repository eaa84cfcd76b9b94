import { ServiceError } from "@assay/domain/errors.ts";
import type { Deps } from "../deps.ts";
import type { Part } from "./formats/part.ts";
import { type InspectedFile, usableFiles } from "./receiving/inspect.ts";
import type { Skips } from "./receiving/skips.ts";
import { toPart, toReadFile } from "./restore-steps.ts";
import { listSteps } from "./steps.ts";
import type { UploadKey, UploadRow } from "./store.ts";

type Needs = Pick<Deps, "db" | "blobs">;

/** The parts of a `processing` upload; URLs that gave none go to `skips`. Undefined until all URLs are fetched. */
export async function partsOf(
  { db, blobs }: Needs,
  upload: UploadRow,
  skips: Skips,
): Promise<Part[] | undefined> {
  const { source } = upload;
  const sent = (source?.parts ?? []).map(({ filename, declared, sha256, size_bytes, details }) => ({
    filename,
    declared,
    details,
    blob: blobs.kept({ sha256, size_bytes }),
  }));
  const urls = source?.urls ?? [];
  if (urls.length === 0) return sent;
  const steps = await listSteps(db, upload, "part");
  if (steps.length < urls.length) return undefined;
  return steps.flatMap((step) => {
    const part = toPart(blobs, step);
    if (!(part instanceof ServiceError)) return part;
    skips.add(urls[step.position]?.url ?? "", null, part);
    return [];
  });
}

/** The usable ones of the files that were read of an upload; the others go to `skips`. */
export async function filesOf(
  { db, blobs }: Needs,
  upload: UploadKey,
  skips: Skips,
): Promise<InspectedFile[]> {
  const steps = await listSteps(db, upload, "file");
  return usableFiles(
    steps.map((step) => toReadFile(blobs, step)),
    skips,
  );
}
