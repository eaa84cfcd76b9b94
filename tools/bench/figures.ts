/** A measured quantity over its runs. */
export interface Measured {
  readonly median: number;
  readonly min: number;
  readonly max: number;
  readonly runs: number;
}

/** One row of the report. */
export interface Figure {
  readonly work: string;
  readonly unit: string;
  readonly measured: Measured;
  /** The figure for the same work without Assay in the same run. */
  readonly ceiling: (Measured & { readonly of: string }) | undefined;
  readonly target: Target;
  /** Further numbers for the JSON, such as percentiles. */
  readonly details?: Readonly<Record<string, number>>;
}

/** In the figure's unit; `share` is of the ceiling, 0 to 1. */
export type Target = { readonly atLeast: number } | { readonly atMost: number } | { readonly share: number };

/** Throws for no values. */
export function measured(values: readonly number[]): Measured {
  if (values.length === 0) throw new Error("nothing was measured");
  return {
    median: quantile(values, 0.5),
    min: Math.min(...values),
    max: Math.max(...values),
    runs: values.length,
  };
}

/** The smallest value that at least `share` (0 to 1) of the values do not exceed; NaN for none. */
export function quantile(values: readonly number[], share: number): number {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.max(0, Math.ceil(share * sorted.length) - 1)] ?? Number.NaN;
}

/** Whether the median is on the target's side. */
export function meets({ measured, ceiling, target }: Figure): boolean {
  if ("atLeast" in target) return measured.median >= target.atLeast;
  if ("atMost" in target) return measured.median <= target.atMost;
  return ceiling !== undefined && measured.median >= target.share * ceiling.median;
}
