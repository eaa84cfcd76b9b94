import { QUALIFICATION_STATUSES, rightToPass } from "@assay/domain/qualification.ts";
import Type, { type Static } from "typebox";
import { isoOrNull, nullable, Timestamp } from "../platform/http/wire.ts";
import type { Training, TrainingProject } from "./store.ts";

const Count = Type.Integer({ minimum: 0 });

/** How far a member's training in a project is. */
export const QualificationState = Type.Object(
  {
    project_id: Type.String(),
    status: Type.Enum([...QUALIFICATION_STATUSES], {
      description: "training: gets training items only; passed: gets real work; failed: gets nothing",
    }),
    attempt: Type.Integer({ minimum: 1, description: "The number of the attempt" }),
    attempts: Type.Integer({ minimum: 1, description: "The attempts that the project allows" }),
    items: Type.Integer({ minimum: 1, description: "The items of this attempt" }),
    right_to_pass: Type.Integer({ minimum: 0, description: "The right answers with which it is passed" }),
    answered: Count,
    right: Count,
    last: nullable(
      Type.Object(
        { items: Count, right: Count },
        { description: "The attempt before; null if there was none" },
      ),
    ),
    basis: nullable(
      Type.Enum(["training", "earlier_work", "manager"], {
        description:
          "How the member passed. earlier_work: by answers from before the training was switched on; manager: somebody let them pass",
      }),
    ),
    decided_at: nullable(Timestamp),
  },
  { title: "QualificationState" },
);
export type QualificationState = Static<typeof QualificationState>;

/** A project that gives the member training items only, or nothing. */
export const TrainingWork = Type.Object(
  {
    ...QualificationState.properties,
    project_name: Type.String(),
    annotation_type: Type.String(),
    is_short: Type.Boolean({
      description: "Whether the project has fewer items with a known answer than an attempt needs",
    }),
  },
  { title: "TrainingWork" },
);

/** A training for a response. */
export function toQualificationState(training: Training): QualificationState {
  const { project_id, status, attempt, attempts, items, answered, right, basis, last_items } = training;
  return {
    ...{ project_id, status, attempt, attempts, items, answered, right, basis },
    right_to_pass: rightToPass(training),
    last: last_items === null ? null : { items: last_items, right: training.last_right ?? 0 },
    decided_at: isoOrNull(training.decided_at),
  };
}

/** A project in which the member is not qualified, for a response. */
export function toTrainingWork(project: TrainingProject): Static<typeof TrainingWork> {
  const { project_name, annotation_type, known_items, items } = project;
  return { ...toQualificationState(project), project_name, annotation_type, is_short: known_items < items };
}
