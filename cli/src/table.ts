import { onOneLine } from "./one-line.ts";

type Cell = string | number | null;

/** A row: its cells by the names of the columns. */
export type Row = Readonly<Record<string, Cell>>;

/** Formats rows as columns, two spaces apart, under the names of the fields; null becomes `-`. */
export function table(rows: readonly Row[]): string {
  const names = Object.keys(rows[0] ?? {});
  const lines = [names, ...rows.map((row) => names.map((name) => onOneLine(String(row[name] ?? "-"))))];
  const widths = names.map((_, column) => Math.max(...lines.map((line) => line[column]?.length ?? 0)));
  return lines
    .map((line) =>
      line
        .map((cell, column) => cell.padEnd(widths[column] ?? 0))
        .join("  ")
        .trimEnd(),
    )
    .join("\n");
}
