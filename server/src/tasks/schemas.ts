import { AUDIT_VERDICTS } from "@assay/domain/audit-verdict.ts";
import { FieldDefinitions } from "@assay/domain/field-definition.ts";
import { Label } from "@assay/domain/labels.ts";
import { ANNOTATION_TYPES } from "@assay/domain/types/registry.ts";
import Type, { type Static } from "typebox";
import { ANSWER, Annotation, toAnnotation } from "../annotations/schemas.ts";
import { asSeenInTask } from "../bounds/views.ts";
import type { Deps } from "../deps.ts";
import type { Feedback } from "../gold/answer.ts";
import { Item, toItem } from "../items/schemas.ts";
import type { ItemRecord } from "../items/store.ts";
import type { Row } from "../platform/database/tables.ts";
import { answer, isoOrNull, Metadata, nullable, Timestamp } from "../platform/http/wire.ts";
import { QualificationState, toQualificationState } from "../qualifications/schemas.ts";
import type { Training } from "../qualifications/store.ts";
import { AuditVerdict } from "./audit-verdict.ts";
import { MOST_COUNTED } from "./own.ts";
import { shownConversation } from "./shown-order.ts";
import { shownPredictions } from "./shown-predictions.ts";

const KINDS = ["annotate", "audit", "adjudicate"] as const;
export const TaskKind = Type.Enum([...KINDS]);
const Annotator = Type.String({
  minLength: 1,
  maxLength: 200,
  description: "The member that you act for: a member id or an external id. Default: the member of your key",
});
const answerExamples = ANNOTATION_TYPES.map(({ name, schema }) => {
  const [example] = "examples" in schema ? [schema.examples].flat() : [];
  return `\`${name}\`: \`${JSON.stringify(example)}\``;
});

export const ClaimTasks = Type.Object(
  {
    batch_id: Type.Optional(Type.String({ maxLength: 50 })),
    project_id: Type.Optional(Type.String({ maxLength: 50 })),
    kinds: Type.Optional(
      Type.Array(TaskKind, { minItems: 1, maxItems: 3, description: "Default: annotate" }),
    ),
    count: Type.Optional(Type.Integer({ minimum: 1, maximum: 20, description: "Default: 1" })),
    annotator: Type.Optional(Annotator),
    as_model: Type.Optional(
      Type.Boolean({
        description:
          "True: a model works. A new annotator becomes a member of the kind model, which an owner must allow to annotate, and the work " +
          "of a person's member is refused",
      }),
    ),
  },
  {
    additionalProperties: false,
    title: "ClaimTasks",
    examples: [{ batch_id: "batch_01JD3W8Q9V6T2R4M5N7P8X0YZC", count: 5, annotator: "rater-7" }],
  },
);
export type ClaimTasks = Static<typeof ClaimTasks>;

export const SubmitTask = Type.Object(
  {
    result: answer(`${ANSWER}. ${answerExamples.join("; ")}`),
    fields: Type.Optional(Metadata),
    active_ms: Type.Optional(Type.Integer({ minimum: 0, maximum: 86_400_000 })),
    client_id: Type.Optional(
      Type.String({ minLength: 1, maxLength: 200, description: "Makes repeating the request safe" }),
    ),
    verdict: Type.Optional(
      Type.Enum([...AUDIT_VERDICTS], {
        description:
          "For audits that show the delivered label: accepted if `result` equals it, accepted_with_change if it is right except " +
          "for the small change in `result`, wrong otherwise. Default: what the tolerance of the policy says",
      }),
    ),
    reason: Type.Optional(
      Type.String({
        minLength: 1,
        maxLength: 2_000,
        description: "For audits: what is wrong with the label. Shown to whoever answers the item again",
      }),
    ),
    annotator: Type.Optional(Annotator),
  },
  {
    additionalProperties: false,
    title: "SubmitTask",
    examples: [
      { result: { label: "cat" }, active_ms: 4_200, client_id: "rater-7-0001", annotator: "rater-7" },
    ],
  },
);
export type SubmitTask = Static<typeof SubmitTask>;

const Reason = Type.String({ minLength: 1, maxLength: 2_000 });
export const SkipTask = Type.Object(
  { reason: Reason, annotator: Type.Optional(Annotator) },
  { additionalProperties: false, title: "SkipTask" },
);
export const HandBack = Type.Object(
  { annotator: Type.Optional(Annotator) },
  { additionalProperties: false, title: "HandBack" },
);
export const SaveDraft = Type.Object(
  { draft: Type.Unknown(), annotator: Type.Optional(Annotator) },
  { additionalProperties: false, title: "SaveDraft" },
);

export const OwnTasksQuery = Type.Object({
  status: Type.Enum(["leased", "submitted"], { default: "leased" }),
  batch_id: Type.Optional(Type.String({ maxLength: 50 })),
  project_id: Type.Optional(Type.String({ maxLength: 50 })),
  annotator: Type.Optional(Annotator),
});
export const AnnotatorQuery = Type.Object({ annotator: Type.Optional(Annotator) });

/** Batches with work in one answer. */
export const MOST_WAITING = 100;

export const WaitingQuery = Type.Object({
  ...AnnotatorQuery.properties,
  batch_id: Type.Optional(Type.String()),
  project_id: Type.Optional(Type.String()),
  limit: Type.Optional(
    Type.Integer({ minimum: 1, maximum: MOST_WAITING, default: MOST_WAITING, description: "Batches" }),
  ),
});

const Count = Type.Integer({ minimum: 0, maximum: MOST_COUNTED });
export const WaitingWork = Type.Object(
  {
    batch_id: Type.String(),
    batch_name: Type.String(),
    project_id: Type.String(),
    project_name: Type.String(),
    annotation_type: Type.String(),
    annotate: Type.Integer({
      ...Count,
      description:
        "Items that a claim may give, those with a known answer among them; 0 once no open item is left",
    }),
    rework: Type.Integer({
      ...Count,
      description: "Tasks to answer again, with the member's own earlier answers",
    }),
    audit: Count,
    adjudicate: Count,
    in_hand: Type.Integer({ description: "Tasks leased to the member now" }),
  },
  { title: "WaitingWork", description: "The tasks of a batch for a member; each count stops at 100" },
);

export const Guidelines = Type.Object(
  {
    id: Type.String({ description: "Of the project" }),
    name: Type.String(),
    annotation_type: Type.String(),
    guideline_version: Type.Integer({ minimum: 1 }),
    instructions: nullable(Type.String({ description: "Markdown" })),
    labels: Type.Array(Label),
    fields: FieldDefinitions,
    type_options: Metadata,
    has_assist: Type.Boolean({
      description:
        "Whether the project has a model that may be asked for objects: `POST /v1/tasks/{id}/assist`",
    }),
    is_confirmed: Type.Boolean({
      description: "Whether the task's member has confirmed this version, or a later one, as read",
    }),
  },
  { title: "Guidelines", description: "Read the guidelines of a task" },
);

export const Task = Type.Object(
  {
    id: Type.String(),
    kind: TaskKind,
    status: Type.Enum(["open", "leased", "submitted", "skipped", "released", "expired", "canceled"]),
    item: Item,
    batch_id: Type.String(),
    round: Type.Integer(),
    member_id: nullable(Type.String()),
    guideline_version: Type.Integer(),
    lease_expires_at: nullable(Timestamp),
    draft: Type.Unknown(),
    revision: Type.Integer({ description: "ETag of the draft; send it as If-Match" }),
    reason: nullable(Type.String({ description: "Why the item was returned or skipped" })),
    skip_reasons: Type.Optional(
      Type.Array(Type.String(), {
        description: "Of an adjudication: the reasons of the annotators who skipped the item in this round",
      }),
    ),
    is_training: Type.Boolean({
      description: "Whether the answer counts for the training of the member only, and not for the batch",
    }),
    verdict: Type.Optional(nullable(AuditVerdict)),
  },
  { title: "Task" },
);
export type Task = Static<typeof Task>;

/** The response to a submit: gold appears as `annotate`, unless the policy shows the right answer at once. */
export const SubmittedAnnotation = Type.Object(
  {
    ...Annotation.properties,
    kind: TaskKind,
    feedback: Type.Optional(
      Type.Object(
        {
          right: Type.Boolean(),
          wrong: Type.Array(Type.String(), {
            description: "The wrong parts of your answer: `result`, or `fields.NAME` for each scored field",
            examples: [["fields.tone"]],
          }),
          result: answer("The known answer"),
          fields: nullable(Metadata),
        },
        {
          description:
            "Only with `feedback` in the policy and a known answer, and for training items: whether yours was right, and the known answer",
        },
      ),
    ),
    training: Type.Optional(
      Type.Object(QualificationState.properties, {
        description: "Only for training items: the state after this answer",
      }),
    ),
  },
  { title: "SubmittedAnnotation" },
);

/** A guideline version of a project, for its annotators. */
export function toGuidelines(
  { id, name, annotation_type, assist_model_id }: Row<"projects">,
  { version, instructions, labels, fields, type_options }: Row<"project_versions">,
  is_confirmed: boolean,
): Static<typeof Guidelines> {
  const content = { instructions, labels: [...labels], fields: [...fields], type_options };
  return {
    id,
    name,
    annotation_type,
    guideline_version: version,
    ...content,
    has_assist: assist_model_id !== null,
    is_confirmed,
  };
}

/** A task with its item as its member sees it. Nobody sees predictions in a task if the batch hides them. */
export function toTask(deps: Deps, task: Row<"tasks">, item: ItemRecord, isBlind: boolean): Task {
  const conversation = shownConversation(task, item.conversation);
  const full = toItem(deps, item);
  const shown = { ...full, conversation, predictions: shownPredictions(item, task, full.predictions) };
  return {
    id: task.id,
    kind: shownKind(task),
    status: task.status,
    item: asSeenInTask(shown, task, { overlap: item.overlap, isBlind }),
    batch_id: task.batch_id,
    round: task.round,
    member_id: task.member_id,
    guideline_version: task.guideline_version,
    lease_expires_at: isoOrNull(task.lease_expires_at),
    draft: task.draft,
    revision: task.revision,
    reason: task.reason,
    is_training: task.kind === "training",
  };
}

/** Never reveals that a task is gold. */
function shownKind({ kind }: Pick<Row<"tasks">, "kind">): Static<typeof TaskKind> {
  return kind === "gold" || kind === "training" ? "annotate" : kind;
}

/** The response to a submit. */
export function toSubmitted({
  annotation,
  feedback,
  training,
}: {
  readonly annotation: Row<"annotations">;
  readonly feedback: Feedback | null;
  readonly training?: Training | undefined;
}) {
  const shown = { ...toAnnotation(annotation), kind: shownKind(annotation) };
  return {
    ...shown,
    ...(feedback !== null && { feedback: { ...feedback, wrong: [...feedback.wrong] } }),
    ...(training !== undefined && { training: toQualificationState(training) }),
  };
}
