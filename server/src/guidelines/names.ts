import { renames } from "@assay/domain/labels.ts";
import type { AnnotationType } from "@assay/domain/types/annotation-type.ts";
import type { Tx } from "../platform/database/db.ts";

/**
 * A result given under a guideline version with the names that its labels have in the newest one. A null
 * version says that the names are the newest already.
 */
export type PresentNames = (result: unknown, version: number | null) => unknown;

/** Reads every guideline version of a project once, so that a million results are renamed without a query. */
export async function readPresentNames(
  tx: Tx,
  project_id: string,
  type: AnnotationType,
): Promise<PresentNames> {
  const versions = await tx
    .selectFrom("project_versions")
    .select(["version", "labels"])
    .where("project_id", "=", project_id)
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
