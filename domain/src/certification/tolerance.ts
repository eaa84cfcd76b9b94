import Type from "typebox";
import { ServiceError } from "../errors.ts";
import type { AnnotationType, Thresholds } from "../types/annotation-type.ts";

/** The thresholds that a project may set. */
export const ToleranceOverrides = Type.Object(
  {
    min_f1: Type.Optional(
      Type.Number({
        minimum: 0.5,
        maximum: 1,
        description: "Lowest F1 of delivered against audited objects or spans",
      }),
    ),
    min_iou: Type.Optional(
      Type.Number({
        minimum: 0.5,
        maximum: 1,
        description:
          "Lowest IoU or OKS at which two objects count as the same; for masks the lowest mean IoU",
      }),
    ),
    max_steps: Type.Optional(
      Type.Integer({
        minimum: 0,
        maximum: 100,
        description:
          "Most steps between two ratings that count as the same; at most a quarter of the steps of the shortest scale",
      }),
    ),
    max_wer: Type.Optional(
      Type.Number({
        minimum: 0,
        maximum: 0.5,
        description: "Highest word error rate, relative to the audited transcript",
      }),
    ),
  },
  {
    additionalProperties: false,
    description: "Thresholds for an acceptable delivered label, instead of the type's own",
  },
);

/**
 * All thresholds of a type, with the overrides. Throws `invalid_request` for one that the type does not have, and for one
 * that is looser than the type's loosest.
 */
export function resolveTolerance(
  { name, tolerance, loosest }: Pick<AnnotationType, "name" | "tolerance" | "loosest">,
  overrides: Thresholds,
): Thresholds {
  for (const threshold of THRESHOLDS) {
    const [bound, given] = [loosest[threshold], overrides[threshold]];
    if (bound === undefined || given === undefined || given === stricter(threshold, given, bound)) continue;
    const least = isMinimum(threshold) ? "at least" : "at most";
    const why = threshold === "max_steps" ? ": a quarter of the steps of the shortest scale" : "";
    throw new ServiceError(
      "invalid_request",
      `quality_policy.tolerance.${threshold} must be ${least} ${bound} (got ${given})${why}`,
    );
  }
  const foreign = Object.keys(overrides).filter((threshold) => !(threshold in tolerance));
  if (foreign.length === 0) return { ...tolerance, ...overrides };
  const own = Object.keys(tolerance).join(", ") || "no thresholds";
  throw new ServiceError(
    "invalid_request",
    `quality_policy.tolerance.${foreign.join(", ")} does not apply to ${name}, which has ${own}`,
  );
}

const THRESHOLDS = ["min_f1", "min_iou", "max_steps", "max_wer"] as const satisfies (keyof Thresholds)[];

function isMinimum(threshold: keyof Thresholds): boolean {
  return threshold.startsWith("min_");
}

function stricter(threshold: keyof Thresholds, one: number, other: number): number {
  return isMinimum(threshold) ? Math.max(one, other) : Math.min(one, other);
}

/** These thresholds, with each one that is looser than the type's loosest replaced by that. */
export function boundedTolerance<T extends Thresholds>(
  { loosest }: Pick<AnnotationType, "loosest">,
  given: T,
): T {
  const bounded = THRESHOLDS.flatMap((threshold) => {
    const [bound, value] = [loosest[threshold], given[threshold]];
    return bound === undefined || value === undefined ? [] : [[threshold, stricter(threshold, value, bound)]];
  });
  return { ...given, ...Object.fromEntries(bounded) };
}
