import type { TSchema } from "typebox";
import type { Fault } from "../errors.ts";
import type { ObjectGroup } from "./object-group.ts";

/** What kind of content an item of the type shows. */
export type Medium = "image" | "text" | "audio" | "conversation";

/** What a result is checked against besides its shape. */
export interface ItemFacts {
  /** Pixels of the upright image; null where the item is no image. */
  readonly width: number | null;
  readonly height: number | null;
  /** The text that offsets count in; null where the item is no text. */
  readonly text: string | null;
  /** Seconds; null where the item is no audio. */
  readonly duration: number | null;
  /** The ids of a conversation's responses, in order; null where the item has none. */
  readonly responses: readonly string[] | null;
}

/** The label names that may be given; null where the project names none, so that any label will do. */
export type AllowedLabels = ReadonlySet<string> | null;

export interface Consensus {
  readonly result: unknown;
  /** Share of the answers behind the result, 0 to 1. */
  readonly support: number;
  /** Which objects of the answers each object of the result was made of; absent where results list none. */
  readonly groups?: readonly ObjectGroup[];
}

/** The thresholds of a type's acceptance rule, for the types that have them. */
export interface Thresholds {
  /** Least F1 of the delivered against the audited objects or spans, 0 to 1. */
  readonly min_f1?: number;
  /** Least IoU (OKS for keypoints) at which two objects are the same; for masks the least mean IoU over labels. */
  readonly min_iou?: number;
  /** Most steps of the scale between two ratings, 0 or more. */
  readonly max_steps?: number;
  /** Most word errors by words of the audited transcript, 0 or more. */
  readonly max_wer?: number;
}

/** How near a delivered label must come to the auditor's to be acceptable; what is absent is the type's default. */
export interface Tolerance extends Thresholds {
  /** True asks for equality in all that a type would tolerate, but for where `min_iou` matches objects. */
  readonly strict: boolean;
}

/**
 * All that Assay knows of one annotation type. One folder per type gives one of these; nothing else in
 * the code asks which type a project has.
 *
 * Results come in as `unknown` and are checked against `schema` first: every function but `validate`
 * throws a TypeError for a result that `validate` would refuse for its shape.
 */
export interface AnnotationType {
  readonly name: string;
  readonly aliases: readonly string[];
  readonly media: readonly Medium[];
  readonly default_format: string;
  /** The default of each threshold that the type's acceptance has; empty where labels are equal or not. */
  readonly tolerance: Thresholds;
  /** The loosest thresholds that a policy may choose, beyond the bounds of the policy's schema; empty where these do. */
  readonly loosest: Thresholds;
  /** Whether a result lists objects in an image, which take more answers to agree on. */
  readonly is_object_type: boolean;
  /** True where answers are not merged, so that an item is given to one annotator. */
  readonly takes_one_answer: boolean;
  /** The JSON Schema of a result. */
  readonly schema: TSchema;
  /** The JSON Schema of a project's `type_options`, all of which have defaults. */
  readonly options: TSchema;
  /** The faults of a project's `type_options` with their paths, 20 at most. */
  readonly optionFaults: (options: unknown) => readonly Fault[];
  /** The type as a project with these options has it; they have no faults. */
  readonly configured: (options: unknown) => AnnotationType;
  /** The faults of `result` with their paths, 20 at most; none means that it can be stored. */
  readonly validate: (result: unknown, item: ItemFacts, allowed: AllowedLabels) => readonly Fault[];
  /**
   * `result` with what lies a little outside the image cut at its edges; the same object where there is nothing to cut.
   * Takes any value: one of another shape comes back as it is.
   */
  readonly clipped: (result: unknown, item: ItemFacts) => unknown;
  /** The label names in `result`, in order, with repeats. */
  readonly labels: (result: unknown) => readonly string[];
  /** The label of a result that is exactly one label; null for types of any other shape. */
  readonly labelOf: ((result: unknown) => string) | null;
  /**
   * The result with these labels, for types whose results are labels and nothing else; null for others. The labels of
   * a batch are then decided by models of its annotators: one for each item where there is `labelOf`, else each label
   * as a question of its own.
   */
  readonly resultOf: ((labels: readonly string[]) => unknown) | null;
  /** `result` with every label name replaced by `rename(name)`. */
  readonly mapLabels: (result: unknown, rename: (label: string) => string) => unknown;
  /** 0 (the same) to 1 (nothing shared); symmetric. */
  readonly distance: (a: unknown, b: unknown) => number;
  /** The distance for Krippendorff's alpha of these results, on all of which it may depend, as that of ranks does. */
  readonly distanceAmong: (results: readonly unknown[]) => (a: unknown, b: unknown) => number;
  /**
   * One result out of several answers (one per annotator, at least one), in whatever order they come;
   * null is a tie. The result passes `validate` where all answers do.
   */
  readonly consensus: (results: readonly unknown[]) => Consensus | null;
  /**
   * Which objects of the results are the same, by the matching that the consensus uses; `minIou` is that of the
   * tolerance. Every object stands in one group at most; none where results list no objects.
   */
  readonly objectGroups: (results: readonly unknown[], minIou?: number) => readonly ObjectGroup[];
  /** Whether the delivered label stands, given what the auditor answered. */
  readonly acceptable: (delivered: unknown, audited: unknown, tolerance: Tolerance) => boolean;
}
