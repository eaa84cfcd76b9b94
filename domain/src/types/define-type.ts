import type { Static, TSchema } from "typebox";
import { Compile } from "typebox/compile";
import type { Fault } from "../errors.ts";
import { isPlain } from "../labels.ts";
import type { AllowedLabels, AnnotationType, Consensus, ItemFacts, Tolerance } from "./annotation-type.ts";
import { first, shapeFaults } from "./shape.ts";

/** No result is told more faults than this; looking for them ends there. */
export const MAX_FAULTS = 20;

/** How many objects, spans or relations a result may have. */
export const MAX_OBJECTS = 10_000;

/** An `AnnotationType` whose functions know the shape of their results; `R` is the schema's static type. */
export interface TypedAnnotationType<R>
  extends Pick<AnnotationType, "name" | "aliases" | "media" | "default_format"> {
  /** Absent = false. */
  readonly is_object_type?: boolean;
  /** Absent = null. */
  readonly labelOf?: (result: R) => string;
  /** The faults that a result of the right shape can still have. Lazy, since only the first few are read. */
  readonly faults: (result: R, item: ItemFacts, allowed: AllowedLabels) => Iterable<Fault>;
  readonly labels: (result: R) => readonly string[];
  readonly mapLabels: (result: R, rename: (label: string) => string) => R;
  readonly distance: (a: R, b: R) => number;
  readonly consensus: (results: readonly R[]) => Consensus | null;
  readonly acceptable: (delivered: R, audited: R, tolerance: Tolerance) => boolean;
}

/** Puts a check of `schema` in front of each function of `type`, so that it can be called with `unknown`. */
export function defineType<S extends TSchema>(
  schema: S,
  type: TypedAnnotationType<Static<S>>,
): AnnotationType {
  const validator = Compile(schema);
  const isResult = (value: unknown): value is Static<S> => validator.Check(value);
  const { is_object_type = false, labelOf } = type;
  const checked = (value: unknown): Static<S> => {
    if (!isResult(value)) throw new TypeError(`this is no ${type.name} result`);
    return value;
  };

  return {
    name: type.name,
    aliases: type.aliases,
    media: type.media,
    default_format: type.default_format,
    is_object_type,
    schema,
    validate: (result, item, allowed) =>
      isResult(result)
        ? first(MAX_FAULTS, type.faults(result, item, allowed))
        : shapeFaults(schema, result, MAX_FAULTS),
    labels: (result) => type.labels(checked(result)),
    labelOf: labelOf === undefined ? null : (result) => labelOf(checked(result)),
    mapLabels: (result, rename) => type.mapLabels(checked(result), rename),
    distance: (a, b) => type.distance(checked(a), checked(b)),
    consensus: (results) => type.consensus(results.map(checked)),
    acceptable: (delivered, audited, tolerance) =>
      type.acceptable(checked(delivered), checked(audited), tolerance),
  };
}

/**
 * The fault of a label that is not `allowed`, naming up to 20 that are. Where any label is allowed, it must
 * still be one that every format can carry.
 */
export function* labelFaults(path: string, label: string, allowed: AllowedLabels): Generator<Fault> {
  if (allowed === null) {
    if (!isPlain(label)) yield { path, message: "must not contain control characters" };
  } else if (!allowed.has(label)) {
    const named = first(20, allowed).join(", ");
    const rest = allowed.size > 20 ? ` and ${allowed.size - 20} more` : "";
    yield { path, message: `must be one of the project's labels (${named}${rest}), not "${label}"` };
  }
}
