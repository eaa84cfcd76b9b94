import type { TSchema } from "typebox";
import type { Fault } from "../errors.ts";
import type { FieldDefinition } from "../field-definition.ts";
import type { ObjectGroup } from "./object-group.ts";

/** The kind of content in an item of the type. */
export type Medium = "image" | "text" | "audio" | "conversation";

/** The context that a result is validated against, besides its schema. */
export interface ItemFacts {
  /** Pixels of the upright image; null if the item is not an image. */
  readonly width: number | null;
  readonly height: number | null;
  /** The text that offsets refer to; null if the item is not a text. */
  readonly text: string | null;
  /** Seconds; null if the item is not audio. */
  readonly duration: number | null;
  /** The ids of a conversation's responses, in order; null if the item has none. */
  readonly responses: readonly string[] | null;
  /** The length of each response's text in code points, in the same order; null or absent for other items. */
  readonly response_lengths?: readonly number[] | null;
  /** The roles of a conversation's messages, in order; empty or absent for other items. */
  readonly messages?: readonly string[];
}

/** The labels of spans that a relation can begin and end at; an empty set allows each. */
export interface RelationEnds {
  readonly source: ReadonlySet<string>;
  readonly target: ReadonlySet<string>;
}

/** The names of labels that results can have. */
export interface LabelNames extends ReadonlySet<string> {
  /** The relation types of the project, by name; absent if it has none, and then relations have its labels. */
  readonly relations?: ReadonlyMap<string, RelationEnds>;
  /** What objects with a label are asked, by the label's name, for types whose objects have attributes; absent asks nothing. */
  readonly attributes?: ReadonlyMap<string, readonly FieldDefinition[]>;
}

/** The allowed label names; null if the project has none, so that any label is allowed. */
export type AllowedLabels = LabelNames | null;

export interface Consensus {
  readonly result: unknown;
  /** Share of the answers behind the result, 0 to 1. */
  readonly support: number;
  /**
   * The objects of the answers that each object of the result was merged from; absent if results list no
   * objects.
   */
  readonly groups?: readonly ObjectGroup[];
}

/** What an even number of ratings gives if the two in the middle differ. */
export const EVEN_MEDIANS = ["tie", "lower"] as const;

/** An item of a batch that is decided together with the others. */
export interface AnsweredItem<R = unknown> {
  /** One per annotator. */
  readonly answers: readonly { readonly annotator: string; readonly result: R }[];
  /** The result, if it is known to be right; otherwise null. */
  readonly known: R | null;
}

export interface BatchDecision {
  /** By item; null keeps the item's own consensus. */
  readonly results: readonly (Consensus | null)[];
  /** Of the model's fit; 0 if there was none. */
  readonly iterations: number;
}

/** The settings of a policy that a consensus follows. */
export interface ConsensusRules {
  /** Absent = tie. */
  readonly even_median?: (typeof EVEN_MEDIANS)[number];
}

/** The thresholds of a type's acceptance rule, for the types that have them. */
export interface Thresholds {
  /** Minimum F1 of the delivered against the audited objects or spans, 0 to 1. */
  readonly min_f1?: number;
  /**
   * Minimum IoU (OKS for keypoints) at which two objects match; for masks the minimum mean IoU over labels.
   */
  readonly min_iou?: number;
  /** Maximum steps of the scale between two ratings, 0 or more. */
  readonly max_steps?: number;
  /** Maximum word errors divided by the words of the audited transcript, 0 or more. */
  readonly max_wer?: number;
}

/**
 * How close a delivered label must be to the auditor's to be acceptable; absent thresholds have the type's
 * default.
 */
export interface Tolerance extends Thresholds {
  /**
   * True requires equality wherever the type would tolerate a difference, except where `min_iou` matches
   * objects.
   */
  readonly strict: boolean;
}

/**
 * A form of results for language models, which copy words reliably and do not count characters.
 */
export interface QuotedForm {
  /** The JSON Schema of an answer. */
  readonly schema: TSchema;
  /** The result that an answer means for an item with this text, or why it means none. Takes any value. */
  readonly locate: (
    answer: unknown,
    text: string,
  ) => { readonly result: unknown } | { readonly fault: string };
}

/**
 * Everything that Assay knows about one annotation type. Each type's folder exports one; no other code depends
 * on which type a project has.
 *
 * Results are passed as `unknown` and checked against `schema` first: every function except `validate` throws a
 * TypeError for a result whose shape `validate` would refuse.
 */
export interface AnnotationType {
  readonly name: string;
  readonly aliases: readonly string[];
  readonly media: readonly Medium[];
  readonly default_format: string;
  /** The default of each threshold of the type's acceptance; empty if labels are equal or not. */
  readonly tolerance: Thresholds;
  /**
   * The loosest thresholds that a policy may choose: the same ones as in `tolerance`. With them a constant answer is
   * acceptable for at most 6 of 10 answers that have nothing in common, and for at most 60 % of the values of a scale.
   */
  readonly loosest: Thresholds;
  /**
   * When two answers count as the same, as the end of a sentence that begins with "Two answers count as the same";
   * null if only equal answers do.
   */
  readonly sameWhen: (tolerance: Tolerance) => string | null;
  /** Whether a result lists objects in an image, which need more answers to agree on. */
  readonly is_object_type: boolean;
  /** True if answers are not merged, so that each item goes to one annotator. */
  readonly takes_one_answer: boolean;
  /** The JSON Schema of a result. */
  readonly schema: TSchema;
  /** How language models give results; null if they give those of `schema`. */
  readonly quoted: QuotedForm | null;
  /** The JSON Schema of a project's `type_options`, all of which have defaults. */
  readonly options: TSchema;
  /** The faults of a project's `type_options` with their paths, 20 at most. */
  readonly optionFaults: (options: unknown) => readonly Fault[];
  /**
   * Why answers that were given under the options `before` may not fit `after`, with paths, 20 at most; both have no
   * faults. Empty if they fit.
   */
  readonly optionChangeFaults: (before: unknown, after: unknown) => readonly Fault[];
  /** The type configured by these options, which must have no faults. */
  readonly configured: (options: unknown) => AnnotationType;
  /** The faults of `result` with their paths, at most 20; a result without faults can be stored. */
  readonly validate: (result: unknown, item: ItemFacts, allowed: AllowedLabels) => readonly Fault[];
  /**
   * `result` with what lies a little outside the image cut at its edges; the same object where there is nothing to cut.
   * Takes any value: one of another shape comes back as it is.
   */
  readonly clipped: (result: unknown, item: ItemFacts) => unknown;
  /** The label names in `result`, in order, with repeats. */
  readonly labels: (result: unknown) => readonly string[];
  /** The label of a result that is exactly one label; null for all other types. */
  readonly labelOf: ((result: unknown) => string) | null;
  /**
   * The result with these labels, for types whose results are labels and nothing else; null for others. The labels of
   * a batch are then decided by models of its annotators: one for each item where there is `labelOf`, else each label
   * as a question of its own.
   */
  readonly resultOf: ((labels: readonly string[]) => unknown) | null;
  /**
   * The results of a batch's items by a model of its annotators, for types that have one and whose results are more
   * than labels; null for others. Whatever the order of items and answers.
   */
  readonly decideTogether: ((items: readonly AnsweredItem[]) => BatchDecision) | null;
  /** `result` with every label name replaced by `rename(name)`. */
  readonly mapLabels: (result: unknown, rename: (label: string) => string) => unknown;
  /** 0 (equal) to 1 (nothing shared); symmetric. */
  readonly distance: (a: unknown, b: unknown) => number;
  /**
   * The distance for Krippendorff's alpha of these results; it may depend on all of them, as rank distances
   * do.
   */
  readonly distanceAmong: (results: readonly unknown[]) => (a: unknown, b: unknown) => number;
  /**
   * Merges several answers (one per annotator, at least one) into one result, whatever their order; null is a
   * tie. The result passes `validate` if all answers do, but for required
   * attributes on whose value they do not agree.
   */
  readonly consensus: (results: readonly unknown[], rules?: ConsensusRules) => Consensus | null;
  /**
   * The objects of the results that match, by the same matching as the consensus; `minIou` is from the
   * tolerance. Every object is in at most one group; empty if results list no objects.
   */
  readonly objectGroups: (results: readonly unknown[], minIou?: number) => readonly ObjectGroup[];
  /** Whether the delivered label is acceptable, given the auditor's answer. */
  readonly acceptable: (delivered: unknown, audited: unknown, tolerance: Tolerance) => boolean;
}
