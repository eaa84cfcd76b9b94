import Type, { type Static } from "typebox";

/** The most items that a training has. */
export const MOST_TRAINING_ITEMS = 100;

/** A project's training: what each annotator must answer right before they get real work. */
export const Qualification = Type.Object(
  {
    items: Type.Integer({
      minimum: 1,
      maximum: MOST_TRAINING_ITEMS,
      description: "Items with a known answer in each attempt",
    }),
    pass_mark: Type.Number({
      minimum: 0,
      maximum: 1,
      description: "The least share of right answers of an attempt, judged once all its items are answered",
    }),
    attempts: Type.Integer({ minimum: 1, maximum: 20, description: "Attempts before an annotator fails" }),
  },
  {
    additionalProperties: false,
    description:
      "Every new annotator first answers `items` items of the project with a known answer, and sees the known answer after each. " +
      "Claims give no real work to annotators who have not passed",
  },
);
export type Qualification = Static<typeof Qualification>;

/** How far an annotator is: `training` until they pass, or fail their last attempt. */
export const QUALIFICATION_STATUSES = ["training", "passed", "failed"] as const;
export type QualificationStatus = (typeof QUALIFICATION_STATUSES)[number];

/** The answers of one attempt: its length and mark are those that the project had when it began. */
export interface Attempt {
  /** From 1. */
  readonly attempt: number;
  readonly items: number;
  /** A share, 0 to 1. */
  readonly pass_mark: number;
  readonly answered: number;
  readonly right: number;
}

/** The least number of right answers that reaches the mark: 8 of 10 items with a mark of 0.75. */
export function rightToPass({ items, pass_mark }: Pick<Attempt, "items" | "pass_mark">): number {
  // A share such as 0.7 is a little more or less than its tenths, so 0.7 of 10 must not ask for 8.
  return Math.max(0, Math.ceil(items * pass_mark - 1e-9));
}

/**
 * What follows an answer: `continue` while items of the attempt are left, also if the mark is out of reach; then `passed` if the right
 * answers reach the mark, otherwise `again` or, after the last of `attempts`, `failed`.
 */
export function afterAnswer(
  attempt: Attempt,
  { attempts }: Pick<Qualification, "attempts">,
): "continue" | "passed" | "again" | "failed" {
  if (attempt.answered < attempt.items) return "continue";
  if (attempt.right >= rightToPass(attempt)) return "passed";
  return attempt.attempt < attempts ? "again" : "failed";
}
