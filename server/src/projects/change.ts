import { isDeepStrictEqual } from "node:util";
import { ServiceError } from "@assay/domain/errors.ts";
import { assignLabelIds } from "@assay/domain/labels.ts";
import { assertStatusChange } from "@assay/domain/project.ts";
import { emit } from "../events/emit.ts";
import type { Tx } from "../platform/database/db.ts";
import { qualifyEarlierWorkers } from "../qualifications/store.ts";
import { noteWorkOfProject } from "../work-changes.ts";
import { type ChangeProject, type Project, toProject } from "./schemas.ts";
import {
  assertLabelsNamed,
  assertOptionsFit,
  boundedSettings,
  checkGuidelines,
  resolveSettings,
} from "./settings.ts";
import {
  assertAssists,
  deleteProject,
  hasDatasets,
  insertVersion,
  listLabelIds,
  type ProjectRow,
  updateProject,
} from "./store.ts";

/** Changing one of these makes a new guideline version. */
const GUIDELINES = ["labels", "instructions", "fields", "type_options"] as const;

/** Changing one of these may give a member work. */
const GIVES_WORK = ["status", "groups", "qualification"] as const;

/**
 * Changes a locked project. Emits one `project.updated` if at least one field changes its value. Throws
 * `immutable_field` for `annotation_type` once a batch exists, and `invalid_state` for a status that the
 * project cannot change to; `invalid_request` for options that answers may not fit.
 */
export async function changeProject(
  tx: Tx,
  before: ProjectRow,
  now: Date,
  sent: ChangeProject,
): Promise<ProjectRow> {
  if (sent.status !== undefined) assertStatusChange(before.status, sent.status);
  const change = await resolveChange(tx, before, sent);
  const changed_fields = changedFields(before, change);
  if (changed_fields.length === 0) return before;

  const isNewVersion = GUIDELINES.some((field) => changed_fields.includes(field));
  const { labels, fields, type_options, quality_policy, qualification, metadata, ...plain } = change;
  const after = await updateProject(tx, before, {
    ...plain,
    labels: JSON.stringify(labels),
    fields: JSON.stringify(fields),
    type_options: JSON.stringify(type_options),
    quality_policy: JSON.stringify(quality_policy),
    qualification: qualification === null ? null : JSON.stringify(qualification),
    metadata: JSON.stringify(metadata),
    guideline_version: before.guideline_version + (isNewVersion ? 1 : 0),
    updated_at: now,
  });
  if (isNewVersion) await insertVersion(tx, after);
  if (before.qualification === null && qualification !== null)
    await qualifyEarlierWorkers(
      tx,
      { account_id: after.account_id, project_id: after.id, qualification },
      now,
    );
  if (GIVES_WORK.some((field) => changed_fields.includes(field)))
    await noteWorkOfProject(tx, after.account_id, after.id);
  await tell(tx, before, after, changed_fields);
  return after;
}

/** Deletes a locked project. Throws `conflict` if it has batches or datasets. */
export async function removeProject(tx: Tx, project: ProjectRow): Promise<void> {
  if (project.batch_count > 0) {
    throw new ServiceError("conflict", "a project with batches cannot be deleted; archive it instead");
  }
  if (await hasDatasets(tx, project))
    throw new ServiceError("conflict", "a project with datasets cannot be deleted; delete them first");
  await deleteProject(tx, project);
}

type Settings = Omit<
  ProjectRow,
  "id" | "account_id" | "guideline_version" | "batch_count" | "created_at" | "updated_at"
>;

/** The project's settings after the change. */
async function resolveChange(tx: Tx, before: ProjectRow, sent: ChangeProject): Promise<Settings> {
  const { id, account_id, guideline_version, batch_count, created_at, updated_at, ...settings } = before;
  const { labels: sentLabels, ...plain } = sent;
  const named = { ...settings, ...plain };
  const isJudgedAnew = [sent.quality_policy, sent.type_options, sent.annotation_type].some(
    (field) => field !== undefined,
  );
  const { type } = resolveSettings(isJudgedAnew ? named : boundedSettings(named));
  if (type.name !== before.canonical_type && batch_count > 0) {
    throw new ServiceError("immutable_field", "annotation_type cannot change once the project has a batch");
  }
  if (sent.type_options !== undefined && batch_count > 0)
    assertOptionsFit(type, before.type_options, sent.type_options);
  if (sent.assist_model_id !== undefined && sent.assist_model_id !== null)
    await assertAssists(tx, account_id, sent.assist_model_id, type.name);
  const { type_options, quality_policy: policy } = named;
  checkGuidelines(type, before, { ...sent, type_options, quality_policy: policy });
  if (sentLabels === undefined) return { ...named, canonical_type: type.name, labels: before.labels };
  const labels = assignLabelIds(before.labels, sentLabels, await listLabelIds(tx, before));
  assertLabelsNamed(before, sentLabels, labels);
  return { ...named, canonical_type: type.name, labels };
}

/** The names of the changed fields of the API; another alias for the same thing is no change. */
function changedFields(before: ProjectRow, after: Settings): (keyof Project & keyof Settings)[] {
  const names = [
    "name",
    "export_format",
    "quality_level",
    "status",
    "description",
    "instructions",
    "labels",
    "fields",
    "type_options",
    "quality_policy",
    "groups",
    "assist_model_id",
    "qualification",
    "metadata",
  ] as const;
  const changed: (keyof Project & keyof Settings)[] = names.filter(
    (name) => !isDeepStrictEqual(before[name], after[name]),
  );
  return before.annotation_type === after.annotation_type ? changed : ["annotation_type", ...changed];
}

async function tell(
  tx: Tx,
  before: ProjectRow,
  after: ProjectRow,
  changed_fields: readonly (keyof Project)[],
) {
  const was = toProject(before);
  const previous = Object.fromEntries(changed_fields.map((field) => [field, was[field]]));
  await emit(tx, {
    account_id: after.account_id,
    type: "project.updated",
    created_at: after.updated_at,
    data: { project_id: after.id, changed_fields, previous, project: toProject(after) },
  });
}
