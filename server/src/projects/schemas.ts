import { QualityPolicy } from "@assay/domain/certification/policy.ts";
import { FieldDefinitions } from "@assay/domain/field-definition.ts";
import { Label, LabelInput } from "@assay/domain/labels.ts";
import { PROJECT_STATUSES } from "@assay/domain/project.ts";
import { Qualification } from "@assay/domain/qualification.ts";
import Type, { type Static } from "typebox";
import type { Row } from "../platform/database/tables.ts";
import { iso, Metadata, MetadataBody, nullable, Timestamp } from "../platform/http/wire.ts";
import { LIMITS } from "../platform/limits.ts";
import { ProjectProgress } from "./progress.ts";

const Name = Type.String({ minLength: 1, maxLength: LIMITS.name_characters });
const Description = nullable(Type.String({ maxLength: 2_000 }));
const Instructions = nullable(
  Type.String({ maxLength: 100_000, description: "Markdown for the people who label" }),
);
const Labels = Type.Array(LabelInput, { maxItems: 10_000 });
const TypeOptions = Type.Record(Type.String({ maxLength: 100 }), Type.Unknown(), { maxProperties: 50 });

const Groups = Type.Array(Name, {
  maxItems: 50,
  uniqueItems: true,
  description: "Only members of these groups may work on the project; empty: all members",
});

const AssistModelId = nullable(
  Type.String({
    maxLength: 50,
    description:
      "The registered model, of the kind http, whose objects annotators may ask for while they draw (`POST /v1/tasks/{id}/assist`). Null: none",
  }),
);

/** The common body of creating and changing a project. */
const settings = {
  name: Type.Optional(Name),
  export_format: Type.Optional(Type.String({ maxLength: 100, description: "See GET /v1/export-formats" })),
  quality_level: Type.Optional(
    Type.String({ maxLength: 100, description: "none, basic, standard, premium or elite" }),
  ),
  description: Type.Optional(Description),
  instructions: Type.Optional(Instructions),
  labels: Type.Optional(Labels),
  fields: Type.Optional(FieldDefinitions),
  type_options: Type.Optional(TypeOptions),
  quality_policy: Type.Optional(QualityPolicy),
  groups: Type.Optional(Groups),
  assist_model_id: Type.Optional(AssistModelId),
  qualification: Type.Optional(nullable(Qualification)),
  metadata: Type.Optional(MetadataBody),
};

const AnnotationTypeName = Type.String({ maxLength: 100, description: "See GET /v1/annotation-types" });

export const CreateProject = Type.Object(
  { annotation_type: AnnotationTypeName, ...settings },
  {
    additionalProperties: false,
    title: "CreateProject",
    examples: [
      {
        name: "Street scenes",
        annotation_type: "object_detection",
        labels: [{ name: "car" }, { name: "person" }],
        export_format: "coco",
        quality_level: "premium",
        instructions: "Draw a box around every car and every person.",
      },
    ],
  },
);
export type CreateProject = Static<typeof CreateProject>;

const Status = Type.Enum([...PROJECT_STATUSES]);

export const ChangeProject = Type.Object(
  { annotation_type: Type.Optional(AnnotationTypeName), status: Type.Optional(Status), ...settings },
  { additionalProperties: false, title: "ChangeProject" },
);
export type ChangeProject = Static<typeof ChangeProject>;

export const Project = Type.Object(
  {
    id: Type.String(),
    name: Type.String(),
    annotation_type: Type.String({ description: "As it was sent: an alias stays an alias" }),
    export_format: Type.String(),
    quality_level: Type.String(),
    status: Status,
    created_at: Timestamp,
    updated_at: Timestamp,
    description: nullable(Type.String()),
    metadata: Metadata,
    batch_count: Type.Integer(),
    instructions: nullable(Type.String()),
    labels: Type.Array(Label),
    fields: FieldDefinitions,
    type_options: Metadata,
    quality_policy: QualityPolicy,
    groups: Groups,
    assist_model_id: AssistModelId,
    qualification: nullable(Qualification),
    guideline_version: Type.Integer({ minimum: 1 }),
    progress: Type.Optional({
      ...ProjectProgress,
      description: "Only with `include=progress`; for If-Match use the ETag of the project without it",
    }),
  },
  { title: "Project" },
);
export type Project = Static<typeof Project>;

/** A project for a response, with its progress on request. */
export function toProject(row: Row<"projects">, progress?: ProjectProgress): Project {
  return {
    id: row.id,
    name: row.name,
    annotation_type: row.annotation_type,
    export_format: row.export_format,
    quality_level: row.quality_level,
    status: row.status,
    created_at: iso(row.created_at),
    updated_at: iso(row.updated_at),
    description: row.description,
    metadata: row.metadata,
    batch_count: row.batch_count,
    instructions: row.instructions,
    labels: [...row.labels],
    fields: [...row.fields],
    type_options: row.type_options,
    quality_policy: row.quality_policy,
    groups: row.groups,
    assist_model_id: row.assist_model_id,
    qualification: row.qualification,
    guideline_version: row.guideline_version,
    ...(progress === undefined ? {} : { progress }),
  };
}

export const ProjectVersion = Type.Object(
  {
    version: Type.Integer({ minimum: 1 }),
    labels: Type.Array(Label),
    instructions: nullable(Type.String()),
    fields: FieldDefinitions,
    type_options: Metadata,
    created_at: Timestamp,
  },
  { title: "ProjectVersion" },
);

/** A guideline version for a response. */
export function toProjectVersion(row: Row<"project_versions">): Static<typeof ProjectVersion> {
  const { project_id: _, labels, fields, created_at, ...version } = row;
  return { ...version, labels: [...labels], fields: [...fields], created_at: iso(created_at) };
}
