import { type Figure, type Measured, meets, type Target } from "./figures.ts";

const HEADINGS = ["work", "unit", "median (min–max)", "ceiling", "of it", "target", ""];

/** The figures as a Markdown table, with its columns aligned for a terminal. */
export function toTable(figures: readonly Figure[]): string {
  const rows = [HEADINGS, ...figures.map(toRow)];
  const widths = HEADINGS.map((_heading, column) =>
    Math.max(3, ...rows.map((row) => row[column]?.length ?? 0)),
  );
  const lines = rows.map(
    (row) => `| ${row.map((cell, column) => cell.padEnd(widths[column] ?? 0)).join(" | ")} |`,
  );
  lines.splice(1, 0, `| ${widths.map((width) => "-".repeat(width)).join(" | ")} |`);
  return lines.join("\n");
}

function toRow(figure: Figure): string[] {
  const { work, unit, measured, ceiling, target } = figure;
  return [
    work,
    unit,
    spread(measured),
    ceiling === undefined ? "" : `${spread(ceiling)} ${ceiling.of}`,
    ceiling === undefined ? "" : `${Math.round((100 * measured.median) / ceiling.median)} %`,
    toGoal(target),
    meets(figure) ? "met" : "missed",
  ];
}

function spread({ median, min, max, runs }: Measured): string {
  return runs === 1 ? short(median) : `${short(median)} (${short(min)}–${short(max)})`;
}

function toGoal(target: Target): string {
  if ("atLeast" in target) return `≥ ${short(target.atLeast)}`;
  if ("atMost" in target) return `≤ ${short(target.atMost)}`;
  return `≥ ${Math.round(100 * target.share)} % of the ceiling`;
}

function short(value: number): string {
  return value >= 100 ? Math.round(value).toLocaleString("en") : String(Number(value.toPrecision(2)));
}
