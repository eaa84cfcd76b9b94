import { renames } from "@assay/domain/labels.ts";
import type { AnnotationType } from "@assay/domain/types/annotation-type.ts";
import type { Tx } from "../platform/database/db.ts";
import type { ProjectOf } from "./guidelines.ts";

/**
 * A result given under a guideline version, with the label names of another version. A null version means that it has these
 * names already.
 */
export type PresentNames = (result: unknown, version: number | null) => unknown;

/**
 * Reads every guideline version of a project once, so that renaming a million results needs no query. Names are those of
 * the version `as`, by default of the newest.
 */
export async function readPresentNames(
  tx: Tx,
  { account_id, project_id }: ProjectOf,
  type: AnnotationType,
  as?: number,
): Promise<PresentNames> {
  const versions = await tx
    .selectFrom("project_versions")
    .select(["version", "labels"])
    .where("account_id", "=", account_id)
    .where("project_id", "=", project_id)
    .orderBy("version", "desc")
    .execute();
  const { labels: named = [] } = versions.find(({ version }) => as === undefined || version === as) ?? {};
  const namesOf = new Map(versions.map(({ version, labels }) => [version, renames(labels, named)]));
  return (result, version) => {
    const names = version === null || result === null ? undefined : namesOf.get(version);
    return names === undefined || names.size === 0
      ? result
      : type.mapLabels(result, (name) => names.get(name) ?? name);
  };
}
