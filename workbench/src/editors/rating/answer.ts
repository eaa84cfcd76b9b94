import type { Scale } from "@assay/domain/types/rating/schema.ts";
import type { Entries } from "../../drafts/document.ts";
import type { Guidelines } from "../editor.ts";
import { isRecord } from "../record.ts";

/** A scale with its defaults filled in. */
export interface ShownScale {
  readonly name: string;
  readonly min: number;
  readonly max: number;
  readonly step: number;
  /** What the ends mean. */
  readonly min_label?: string;
  readonly max_label?: string;
}

/** The prefix of scale keys. */
export const RATING = "rating:";

/** The project's scales; one scale from 1 to 5 by default. */
export function scalesOf({ type_options }: Pick<Guidelines, "type_options">): readonly ShownScale[] {
  const { scales } = type_options;
  if (!Array.isArray(scales) || scales.length === 0) return [{ name: "rating", min: 1, max: 5, step: 1 }];
  return scales.filter(isScale).map(({ step = 1, ...scale }) => ({ ...scale, step }));
}

/** Whether this is a scale of a project's `type_options`, which the API has validated. */
export function isScale(value: unknown): value is Scale {
  return (
    isRecord(value) &&
    typeof value.name === "string" &&
    typeof value.min === "number" &&
    typeof value.max === "number"
  );
}

/** The values of a scale, at most `limit`, without float noise such as 0.30000000000000004. */
export function valuesOf({ min, max, step }: ShownScale, limit: number): readonly number[] {
  const count = Math.min(limit, Math.floor((max - min) / step + 1e-9) + 1);
  return Array.from({ length: count }, (_, index) => Number((min + index * step).toPrecision(12)));
}

/** The value for a digit: the digit itself if it is on the scale, else the value at that position from 1. */
export function valueForDigit(scale: ShownScale, digit: number): number | undefined {
  const values = valuesOf(scale, 10);
  if (values.every((value) => Number.isInteger(value) && value >= 0 && value <= 9)) {
    return values.find((value) => value === digit);
  }
  return values[digit === 0 ? 9 : digit - 1];
}

/** The ratings by scale. */
export function ratingsIn(entries: Entries<unknown>): Readonly<Record<string, number>> {
  const given = [...entries].flatMap(([key, value]) =>
    key.startsWith(RATING) && typeof value === "number" ? [[key.slice(RATING.length), value] as const] : [],
  );
  return Object.fromEntries(given);
}
