import { renames } from "@assay/domain/labels.ts";
import type { AnnotationType } from "@assay/domain/types/annotation-type.ts";
import type { Tx } from "../platform/database/db.ts";

/**
 * A result given under a guideline version, with the label names of the newest version. A null version means
 * that the names are current already.
 */
export type PresentNames = (result: unknown, version: number | null) => unknown;

const MAX_VERSION = 2 ** 31 - 1;

/**
 * Reads every guideline version of a project once, so that renaming a million results needs no query. With
 * `newestVersion`, names are those of that version instead of the newest.
 */
export async function readPresentNames(
  tx: Tx,
  project_id: string,
  type: AnnotationType,
  newestVersion = MAX_VERSION,
): Promise<PresentNames> {
  const versions = await tx
    .selectFrom("project_versions")
    .select(["version", "labels"])
    .where("project_id", "=", project_id)
    .where("version", "<=", newestVersion)
    .orderBy("version", "desc")
    .execute();
  const newest = versions[0]?.labels ?? [];
  const namesOf = new Map(versions.map(({ version, labels }) => [version, renames(labels, newest)]));
  return (result, version) => {
    const names = version === null || result === null ? undefined : namesOf.get(version);
    return names === undefined || names.size === 0
      ? result
      : type.mapLabels(result, (name) => names.get(name) ?? name);
  };
}
