import Type, { type Static } from "typebox";
import { ServiceError } from "../errors.ts";
import {
  type AnnotationType,
  EVEN_MEDIANS,
  type Thresholds,
  type Tolerance,
} from "../types/annotation-type.ts";
import { type AuditMode, LEVELS, type LevelName } from "./levels.ts";
import { PredictionsPolicy, WITHHELD } from "./predictions-policy.ts";
import type { AuditPlanName } from "./sequential-plan.ts";
import { resolveSlices, type SliceKey, SlicesSetting } from "./slices.ts";
import { boundedTolerance, resolveTolerance, ToleranceOverrides } from "./tolerance.ts";

/** What a model's labels must reach before they replace people's answers. */
export const AutoAcceptPolicy = Type.Object(
  {
    model: Type.String({ minLength: 1, maxLength: 200 }),
    version: Type.Optional(Type.String({ minLength: 1, maxLength: 200 })),
    max_wrong: Type.Optional(
      Type.Number({
        minimum: 0.001,
        maximum: 0.5,
        description: "The greatest share of wrong labels among those that the model makes; default: 0.05",
      }),
    ),
    confidence: Type.Optional(Type.Number({ minimum: 0.5, maximum: 0.999, description: "Default: 0.95" })),
    check: Type.Optional(
      Type.Integer({
        minimum: 10,
        maximum: 10_000,
        description:
          "Items, drawn at random, that people answer without seeing the model's label; default: 600",
      }),
    ),
  },
  {
    additionalProperties: false,
    description:
      "Lets a model label the items whose score is above a threshold, once every item has its prediction. People answer a random " +
      "sample of items blind; the threshold is the lowest that shows, by this sample, that at most max_wrong of the labels above it " +
      "are wrong. The audit judges all labels together afterwards",
  },
);
export type AutoAcceptPolicy = Static<typeof AutoAcceptPolicy>;

/** What `AutoAcceptPolicy` leaves open. */
export const AUTO_ACCEPT_DEFAULTS = { max_wrong: 0.05, confidence: 0.95, check: 600 } as const;

/** A project's `quality_policy`: its overrides of the level's settings. */
export const QualityPolicy = Type.Object(
  {
    overlap: Type.Optional(
      Type.Integer({ minimum: 1, maximum: 20, description: "Answers per item before its label is decided" }),
    ),
    overlap_share: Type.Optional(
      Type.Number({
        minimum: 0,
        maximum: 1,
        description:
          "Share of the items, drawn at random, that get all answers of the overlap; the others get one",
      }),
    ),
    audit_mode: Type.Optional(
      Type.Enum(["verify", "blind"], {
        description: "verify: auditors see the delivered label; blind: they answer without seeing it",
      }),
    ),
    evidence: Type.Optional(
      Type.Enum(["audit", "agreement"], { description: "agreement is allowed only for the level basic" }),
    ),
    audit_plan: Type.Optional(
      Type.Enum(["thrifty", "forgiving"], {
        description:
          "thrifty (default): fewest audits; a round fails at the fifth wrong label. forgiving: more audits and a " +
          "higher chance to pass; a round fails at the seventh",
      }),
    ),
    strict: Type.Optional(
      Type.Boolean({ description: "True: a delivered label must match the audit in full" }),
    ),
    tolerance: Type.Optional(ToleranceOverrides),
    min_support: Type.Optional(
      Type.Number({ minimum: 0, maximum: 1, description: "Share of the answers that must support a label" }),
    ),
    even_median: Type.Optional(
      Type.Enum([...EVEN_MEDIANS], {
        description:
          "What to deliver if the two middle values of an even number of ordinal ratings differ. tie (default): the item gets one more " +
          "answer, then an adjudicator; lower: the lower of the two is delivered",
      }),
    ),
    max_excluded_share: Type.Optional(
      Type.Number({
        minimum: 0,
        maximum: 1,
        description: "Share of excluded items above which a batch fails",
      }),
    ),
    slices: Type.Optional(SlicesSetting),
    show_predictions: Type.Optional(
      Type.Boolean({
        description: "False: tasks show no predictions, so that answers do not follow a model; default true",
      }),
    ),
    predictions: Type.Optional(PredictionsPolicy),
    scored_fields: Type.Optional(
      Type.Array(Type.String({ maxLength: 64 }), {
        maxItems: 100,
        description:
          "Fields that count like the label: a tie in one counts as a tie of the item, and audits and gold judge them too",
      }),
    ),
    gold_share: Type.Optional(
      Type.Number({
        minimum: 0,
        maximum: 1,
        description: "Share of claims that get an item with a known answer while there are any; default 0.1",
      }),
    ),
    gold_floor: Type.Optional(
      Type.Number({
        minimum: 0,
        maximum: 1,
        description:
          "Pauses an annotator whose share of right gold answers is below this, judged by the upper end of its exact " +
          "95 % interval; default: nobody is paused",
      }),
    ),
    feedback: Type.Optional(
      Type.Boolean({
        description: "True, for training: shows annotators the right answer right after each gold item",
      }),
    ),
    require_persons: Type.Optional(
      Type.Boolean({
        description:
          "True: a level above basic needs signed-in people as auditors and as annotators of the audited items; names given " +
          "by API keys do not count",
      }),
    ),
    label_floor: Type.Optional(
      Type.Number({
        minimum: 0,
        maximum: 1,
        description:
          "Fails a batch if the audit shows that annotators found a label in less than this share of the items that have it",
      }),
    ),
    challenge: Type.Optional(
      Type.Enum(["log", "nonce", "beacon"], {
        description:
          "The public part of the random sample, added once the labels are fixed. log (default): the root hash of the log; " +
          "nonce: a text that you send to POST /v1/batches/{id}/challenge, without which no audit begins; " +
          "beacon: the next round of a public beacon, if the installation has one (ASSAY_BEACON_URL)",
      }),
    ),
    auto_accept: Type.Optional(AutoAcceptPolicy),
    max_spam_share: Type.Optional(
      Type.Number({
        minimum: 0,
        maximum: 1,
        description:
          "Fails a batch if more than this share of its answers is from annotators who guess, as gold shows",
      }),
    ),
  },
  { additionalProperties: false },
);
export type QualityPolicy = Static<typeof QualityPolicy>;

/** The rules by which a batch is judged: copied into it when it is created, and into its certificate. */
export interface Policy {
  readonly level: LevelName;
  /** The least `quality_score` asked, 0 to 100. */
  readonly score: number;
  readonly overlap: number;
  /** 0 to 1: the share of items, drawn at random, that take `overlap` answers; the others take one. */
  readonly overlap_share: number;
  readonly audit_mode: AuditMode;
  readonly evidence: "audit" | "agreement";
  /** Absent in batches created before sequential plans existed, which are thrifty. */
  readonly audit_plan?: AuditPlanName;
  /** Looks per round, 1 to 4, of batches created before sequential plans existed. */
  readonly max_looks?: number;
  readonly strict: boolean;
  /**
   * All thresholds of the type; absent in batches created before thresholds could be chosen, which use the
   * type's defaults.
   */
  readonly tolerance?: Thresholds;
  /** 0 to 1; an accepted label has at least this support. */
  readonly min_support: number;
  /** Absent in batches created before this setting: a tie. */
  readonly even_median?: "tie" | "lower";
  /** 0 to 1; a batch with a greater share of excluded items fails. */
  readonly max_excluded_share: number;
  /** Whether tasks show predictions; absent in batches created before this setting, which show them. */
  readonly show_predictions?: boolean;
  /** Which predictions tasks show; absent in batches created before this setting: all, unless `show_predictions` is false. */
  readonly predictions?: PredictionsPolicy;
  /** Metadata keys whose values are judged one by one; absent in batches created before this setting. */
  readonly slices?: readonly SliceKey[];
  /** Names of fields that are judged with the label; absent in batches created before this setting. */
  readonly scored_fields?: readonly string[];
  /** 0 to 1, the share of gold among the claims in a batch that has gold. */
  readonly gold_share: number;
  /** 0 to 1; null pauses nobody. */
  readonly gold_floor: number | null;
  readonly feedback: boolean;
  /** Absent in batches created before this setting, which do not ask for it. */
  readonly require_persons?: boolean;
  /** 0 to 1; a batch fails if the upper bound on a label's recall is below it. Null = never. */
  readonly label_floor: number | null;
  /** Absent if no model may label items by itself. */
  readonly auto_accept?: AutoAcceptPolicy;
  /** Where the public part of the sample comes from; absent in batches created before this setting: the log. */
  readonly challenge?: "log" | "nonce" | "beacon";
  /** 0 to 1; a batch fails if annotators who guess gave a greater share of the answers. Null = never. */
  readonly max_spam_share: number | null;
}

/**
 * The policy for a level and an annotation type, with the project's overrides. Throws `invalid_request` if
 * agreement is the evidence for anything but basic or beside slices, for a threshold that the type does not have, and for a
 * threshold so loose that a constant answer could pass.
 */
export function resolvePolicy(
  level: LevelName,
  type: Pick<AnnotationType, "name" | "is_object_type" | "takes_one_answer" | "tolerance" | "loosest">,
  overrides: QualityPolicy,
): Policy {
  const { score, audit_mode } = LEVELS[level];
  const isAudited = level !== "none" && overrides.evidence !== "agreement";
  const policy = {
    level,
    score,
    overlap: plannedOverlap(level, type),
    overlap_share: 1,
    audit_mode,
    evidence: "audit",
    audit_plan: "thrifty",
    strict: false,
    min_support: 0.5,
    even_median: "tie",
    max_excluded_share: 0.1,
    show_predictions: true,
    gold_share: 0.1,
    gold_floor: null,
    feedback: false,
    require_persons: false,
    label_floor: null,
    max_spam_share: null,
    ...overrides,
    predictions: { withhold: isAudited ? WITHHELD : 0, ...overrides.predictions },
    slices: resolveSlices(overrides.slices ?? []),
    tolerance: resolveTolerance(type, overrides.tolerance ?? {}),
  } as const;
  if (policy.evidence === "agreement" && level !== "basic") {
    throw new ServiceError(
      "invalid_request",
      `quality_policy.evidence can be agreement only for the level basic (got ${level})`,
    );
  }
  if (policy.evidence === "agreement" && policy.slices.length > 0) {
    const message = "quality_policy.slices needs audits: set quality_policy.evidence to audit";
    throw new ServiceError("invalid_request", message);
  }
  return policy;
}

/**
 * The policy with thresholds looser than the type's loosest replaced by these: projects may hold values from before
 * these bounds, and their new batches are judged within them.
 */
export function boundedPolicy(type: Pick<AnnotationType, "loosest">, policy: QualityPolicy): QualityPolicy {
  const { tolerance } = policy;
  return tolerance === undefined ? policy : { ...policy, tolerance: boundedTolerance(type, tolerance) };
}

/** The rules by which a batch's delivered labels are judged. */
export function toleranceOf({ strict, tolerance }: Pick<Policy, "strict" | "tolerance">): Tolerance {
  return { strict, ...tolerance };
}

function plannedOverlap(
  level: LevelName,
  { is_object_type, takes_one_answer }: Pick<AnnotationType, "is_object_type" | "takes_one_answer">,
): number {
  const { overlap, object_overlap } = LEVELS[level];
  if (takes_one_answer) return 1;
  return is_object_type ? object_overlap : overlap;
}

/**
 * Describes when two answers count as the same by a policy; empty if only equal ones do. `type` has the batch's
 * options.
 */
export function toleranceSentence(
  { sameWhen }: Pick<AnnotationType, "sameWhen">,
  policy: Pick<Policy, "strict" | "tolerance">,
): string {
  const condition = sameWhen(toleranceOf(policy));
  return condition === null ? "" : `Two answers count as the same ${condition}.`;
}
