import Type, { type Static } from "typebox";
import { nullable, Timestamp } from "../platform/http/wire.ts";

const Count = Type.Integer({ minimum: 0 });
const Share = Type.Number({ minimum: 0, maximum: 1 });

/** The work of one day (UTC). */
const WorkDay = Type.Object(
  {
    day: Type.String({ examples: ["2026-11-21"] }),
    answers: Count,
    active_minutes: Type.Number({
      minimum: 0,
      description: "As clients reported it; per answer at most the time from lease to submit",
    }),
    timed: Type.Integer({ minimum: 0, description: "Answers with an active time" }),
    gold_answered: Count,
    gold_right: Count,
    compared: Type.Integer({
      minimum: 0,
      description:
        "Answers to items that several people answered and that have an accepted label; 0 for types whose result is no single label",
    }),
    agreeing: Type.Integer({ minimum: 0, description: "Those equal to the accepted label" }),
  },
  { title: "WorkDay" },
);

/** The days of one person's own work. */
export const OwnDays = Type.Object(
  {
    from: {
      ...Timestamp,
      description: "Answers given since then are counted: of 60 days, or fewer if there are more than 20,000",
    },
    to: Timestamp,
    is_limited: Type.Boolean({ description: "Whether the newest 20,000 answers did not reach back 60 days" }),
    days: Type.Array(
      Type.Object(
        {
          ...Type.Omit(WorkDay, ["compared", "agreeing", "gold_answered", "gold_right"]).properties,
          audits: Type.Integer({ minimum: 0, description: "Answers that judge a label (audits)" }),
          feedback_answers: Type.Integer({
            minimum: 0,
            description: "Answers that got feedback, in batches whose `quality_policy.feedback` shows it",
          }),
          feedback_right: Type.Integer({ minimum: 0, description: "Those that the feedback called right" }),
        },
        { title: "OwnDay" },
      ),
      { description: "Only days (UTC) with answers, the oldest first" },
    ),
  },
  { title: "OwnDays" },
);
export type OwnDays = Static<typeof OwnDays>;

const Window = Type.Object(
  { compared: Count, right: Count, low: Share, high: Share },
  {
    title: "DriftWindow",
    description:
      "Right answers with the exact 95 % interval of their share: of the last seven days (`recent`), or `before`",
  },
);

const Drift = Type.Object(
  {
    measure: Type.Enum(["gold", "consensus"]),
    before: Window,
    recent: Window,
    p: nullable(
      Type.Number({
        description:
          "Of Fisher’s exact test, one-sided, with Holm’s correction over all annotators and measures; null with fewer than " +
          "10 answers in a window",
      }),
    ),
    has_dropped: Type.Boolean({ description: "p is at most 0.05" }),
  },
  { title: "Drift" },
);

const AnnotatorTrend = Type.Object(
  {
    member_id: Type.String(),
    days: Type.Array(WorkDay, { description: "Only days with answers, the oldest first" }),
    drift: Type.Array(Drift),
  },
  { title: "AnnotatorTrend" },
);

export const BatchTrends = Type.Object(
  {
    batch_id: Type.String(),
    from: {
      ...Timestamp,
      description: "Answers given since then are counted: of 60 days, or fewer if there are more than 20,000",
    },
    to: Timestamp,
    is_limited: Type.Boolean({ description: "Whether the newest 20,000 answers did not reach back 60 days" }),
    annotators: Type.Array(AnnotatorTrend, {
      maxItems: 50,
      description: "Those with the most answers, at most 50",
    }),
  },
  { title: "BatchTrends" },
);
export type BatchTrends = Static<typeof BatchTrends>;
export type WorkDay = Static<typeof WorkDay>;

const Finish = Type.Object(
  {
    median: nullable({ ...Timestamp, description: "Null if it is more than two years away" }),
    low: nullable({ ...Timestamp, description: "The beginning of the 80 % interval" }),
    high: nullable({ ...Timestamp, description: "Its end; null if more than two years away" }),
  },
  {
    title: "ForecastFinish",
    description:
      "When the answers will have been given, with an 80 % interval; null with fewer than five days of work",
  },
);

export const BatchForecast = Type.Object(
  {
    batch_id: Type.String(),
    items_left: Type.Integer({
      minimum: 0,
      description: "Items without an accepted label that are not excluded",
    }),
    answers_left: Type.Integer({
      minimum: 0,
      description:
        "Answers that these items still need; ties may need more. None for items that wait for an adjudicator. With more than 10,000 " +
        "items left, the overlap decides",
    }),
    audits_left: Type.Integer({ minimum: 0, description: "Audits of the current stage without a verdict" }),
    adjudications_left: Type.Integer({ minimum: 0, description: "At most 10,000" }),
    finish: nullable(Finish),
    days: Type.Array(Count, {
      description:
        "Answers of each of the past days, from the first answer or of the last 28, the oldest first; without today",
    }),
    seconds_per_answer: nullable(
      Type.Number({ description: "Mean active seconds; null if no answer has a time" }),
    ),
    hours_left: nullable(Type.Number({ description: "Active hours for the answers that are left" })),
    hours_spent: nullable(
      Type.Number({ description: "Active hours of all answers so far, from the mean of the newest 20,000" }),
    ),
    certified_labels: Type.Integer({
      minimum: 0,
      description: "Labels of the batch if it is certified; otherwise 0",
    }),
    hours_per_certified_label: nullable(
      Type.Number({
        description: "Null until the batch is certified; a pay rate times this is the cost of a label",
      }),
    ),
  },
  { title: "BatchForecast" },
);
export type BatchForecast = Static<typeof BatchForecast>;
