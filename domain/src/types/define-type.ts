import Type, { type Static, type TSchema } from "typebox";
import { Compile } from "typebox/compile";
import type { Fault } from "../errors.ts";
import { isPlain } from "../labels.ts";
import type {
  AllowedLabels,
  AnnotationType,
  AnsweredItem,
  BatchDecision,
  Consensus,
  ConsensusRules,
  ItemFacts,
  QuotedForm,
  Thresholds,
  Tolerance,
} from "./annotation-type.ts";
import type { ObjectGroup } from "./object-group.ts";
import { first, shapeFaults } from "./shape.ts";

/** At most this many faults are reported for one result; validation stops there. */
export const MAX_FAULTS = 20;

/** The maximum number of objects, spans or relations in a result. */
export const MAX_OBJECTS = 10_000;

/** The loosest thresholds of all types, except `max_steps`, which depends on the scales. */
const LOOSEST: Thresholds = { min_f1: 0.5, min_iou: 0.5, max_wer: 0.5 };

/** An `AnnotationType` with typed results; `R` is the schema's static type. */
export interface TypedAnnotationType<R>
  extends Pick<AnnotationType, "name" | "aliases" | "media" | "default_format"> {
  /** Absent = none: an answer is acceptable only if it is equal. */
  readonly tolerance?: Thresholds;
  /** Of each threshold of `tolerance`; absent = `LOOSEST`. */
  readonly loosest?: Thresholds;
  /** Absent = only equal answers count as the same. */
  readonly sameWhen?: (tolerance: Tolerance) => string | null;
  /** Absent = false. */
  readonly is_object_type?: boolean;
  /** Absent = false. */
  readonly takes_one_answer?: boolean;
  /** Absent = null. */
  readonly quoted?: QuotedForm;
  /** Absent = null. */
  readonly labelOf?: (result: R) => string;
  /** Absent = null. */
  readonly resultOf?: (labels: readonly string[]) => R;
  /** Absent = null. */
  readonly decideTogether?: (items: readonly AnsweredItem<R>[]) => BatchDecision;
  /** The faults of a result with a valid shape. Lazy, because only the first few are read. */
  readonly faults: (result: R, item: ItemFacts, allowed: AllowedLabels) => Iterable<Fault>;
  /** Absent = the result as it is. */
  readonly clipped?: (result: R, item: ItemFacts) => R;
  readonly labels: (result: R) => readonly string[];
  readonly mapLabels: (result: R, rename: (label: string) => string) => R;
  readonly distance: (a: R, b: R) => number;
  /** Absent = `distance`, independent of the results. */
  readonly distanceAmong?: (results: readonly R[]) => (a: R, b: R) => number;
  readonly consensus: (results: readonly R[], rules: ConsensusRules) => Consensus | null;
  /** Absent = none. */
  readonly objectGroups?: (results: readonly R[], minIou?: number) => readonly ObjectGroup[];
  readonly acceptable: (delivered: R, audited: R, tolerance: Tolerance) => boolean;
}

/** Adds a check of `schema` to each function of `type`, so that it accepts `unknown`. */
export function defineType<S extends TSchema>(
  schema: S,
  type: TypedAnnotationType<Static<S>>,
): AnnotationType {
  return defineConfigurableType(schema, { options: NoOptions, faults: () => [], build: () => type });
}

function checkedItem<R>({ answers, known }: AnsweredItem, checked: (result: unknown) => R): AnsweredItem<R> {
  return {
    answers: answers.map(({ annotator, result }) => ({ annotator, result: checked(result) })),
    known: known === null ? null : checked(known),
  };
}

function loosestOf(tolerance: Thresholds): Thresholds {
  return Object.fromEntries(Object.entries(LOOSEST).filter(([name]) => name in tolerance));
}

const NoOptions = Type.Object({}, { description: "This type has no options; Assay stores what you send." });

/** The options that a project can choose for a type; `O` is their static type. */
export interface Configurable<O extends TSchema, R> {
  readonly options: O;
  /** The faults of options with a valid shape. */
  readonly faults: (options: Static<O>) => Iterable<Fault>;
  /** Why answers under `before` may not fit `after`. Absent = they fit. */
  readonly changeFaults?: (before: Static<O>, after: Static<O>) => Iterable<Fault>;
  /** The type with these options; without options before a project is known. */
  readonly build: (options: Static<O>) => TypedAnnotationType<R>;
}

/** The same for a type whose rules depend on a project's `type_options`, each of which is optional. */
export function defineConfigurableType<S extends TSchema, O extends TSchema>(
  schema: S,
  configurable: Configurable<O, Static<S>>,
): AnnotationType {
  const checks = { result: Compile(schema), options: Compile(configurable.options) };
  const isResult = (value: unknown): value is Static<S> => checks.result.Check(value);
  const areOptions = (value: unknown): value is Static<O> => checks.options.Check(value);

  const optionChangeFaults: AnnotationType["optionChangeFaults"] = (before, after) =>
    areOptions(before) && areOptions(after)
      ? first(MAX_FAULTS, configurable.changeFaults?.(before, after) ?? [])
      : [];

  function configured(given: unknown): AnnotationType {
    if (!areOptions(given)) throw new TypeError("these are no options of the annotation type");
    const type = configurable.build(given);
    const { tolerance = {}, loosest = loosestOf(tolerance), sameWhen = () => null } = type;
    const { is_object_type = false, takes_one_answer = false, labelOf, resultOf = null } = type;
    const { quoted = null, decideTogether, distanceAmong, objectGroups = () => [] } = type;
    const checked = (value: unknown): Static<S> => {
      if (!isResult(value)) throw new TypeError(`this is no ${type.name} result`);
      return value;
    };
    const distance: AnnotationType["distance"] = (a, b) => type.distance(checked(a), checked(b));
    return {
      ...{ name: type.name, aliases: type.aliases },
      media: type.media,
      default_format: type.default_format,
      tolerance,
      loosest,
      sameWhen,
      is_object_type,
      takes_one_answer,
      ...{ schema, quoted, options: configurable.options },
      optionFaults: (options) =>
        areOptions(options)
          ? first(MAX_FAULTS, configurable.faults(options))
          : shapeFaults(configurable.options, options, MAX_FAULTS),
      optionChangeFaults,
      configured,
      validate: (result, item, allowed) =>
        isResult(result)
          ? first(MAX_FAULTS, type.faults(result, item, allowed))
          : shapeFaults(schema, result, MAX_FAULTS),
      clipped: (result, item) =>
        type.clipped !== undefined && isResult(result) ? type.clipped(result, item) : result,
      labels: (result) => type.labels(checked(result)),
      labelOf: labelOf === undefined ? null : (result) => labelOf(checked(result)),
      resultOf,
      decideTogether:
        decideTogether === undefined
          ? null
          : (items) => decideTogether(items.map((item) => checkedItem(item, checked))),
      mapLabels: (result, rename) => type.mapLabels(checked(result), rename),
      distance,
      distanceAmong: (results) => {
        if (distanceAmong === undefined) return distance;
        const among = distanceAmong(results.map(checked));
        return (a, b) => among(checked(a), checked(b));
      },
      consensus: (results, rules = {}) => type.consensus(results.map(checked), rules),
      objectGroups: (results, minIou) => objectGroups(results.map(checked), minIou),
      acceptable: (delivered, audited, tolerance) =>
        type.acceptable(checked(delivered), checked(audited), tolerance),
    };
  }
  return configured({});
}

/**
 * The fault of a label that is not in `allowed`, naming up to 20 that are. If any label is allowed, every
 * format must still be able to carry it.
 */
export function* labelFaults(
  path: string,
  label: string,
  allowed: ReadonlySet<string> | null,
  what = "labels",
): Generator<Fault> {
  if (allowed === null) {
    if (!isPlain(label)) yield { path, message: "must not contain control characters" };
  } else if (!allowed.has(label)) {
    const named = first(20, allowed).join(", ");
    const rest = allowed.size > 20 ? ` and ${allowed.size - 20} more` : "";
    yield { path, message: `must be one of the project's ${what} (${named}${rest}), not "${label}"` };
  }
}
