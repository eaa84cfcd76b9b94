import { assignLabelIds } from "@assay/domain/labels.ts";
import type { Tx } from "../platform/database/db.ts";
import { newId } from "../platform/ids.ts";
import type { CreateProject } from "./schemas.ts";
import { checkGuidelines, getAnnotationType, resolveSettings } from "./settings.ts";
import { assertAssists, insertProject, insertVersion, type ProjectRow } from "./store.ts";

function toJson(qualification: CreateProject["qualification"]): string | null {
  return qualification === undefined || qualification === null ? null : JSON.stringify(qualification);
}

/** Creates a project, with defaults for everything except `annotation_type`. */
export async function createProject(
  tx: Tx,
  account_id: string,
  now: Date,
  sent: CreateProject,
): Promise<ProjectRow> {
  const { export_format, quality_level = "standard", quality_policy = {}, annotation_type } = sent;
  const named = {
    annotation_type,
    quality_level,
    quality_policy,
    export_format: export_format ?? getAnnotationType(annotation_type).default_format,
  };
  const { type } = resolveSettings({ ...named, type_options: sent.type_options ?? {} });
  checkGuidelines(type, { labels: [], fields: [] }, sent);

  const assist_model_id = sent.assist_model_id ?? null;
  if (assist_model_id !== null) await assertAssists(tx, account_id, assist_model_id, type.name);
  const project = await insertProject(tx, {
    ...named,
    id: newId("project"),
    account_id,
    canonical_type: type.name,
    name: sent.name ?? "Untitled project",
    status: "active",
    description: sent.description ?? null,
    instructions: sent.instructions ?? null,
    labels: JSON.stringify(assignLabelIds([], sent.labels ?? [])),
    fields: JSON.stringify(sent.fields ?? []),
    type_options: JSON.stringify(sent.type_options ?? {}),
    quality_policy: JSON.stringify(quality_policy),
    groups: sent.groups ?? [],
    assist_model_id,
    qualification: toJson(sent.qualification),
    metadata: JSON.stringify(sent.metadata ?? {}),
    created_at: now,
    updated_at: now,
  });
  await insertVersion(tx, project);
  return project;
}
