import { type CsvValue, csvRow } from "@assay/domain/formats/csv-row.ts";

/** Saves rows, the first of which are the names of the columns, as a CSV file. */
export function saveCsv(filename: string, rows: readonly (readonly CsvValue[])[]): void {
  const lines = rows.map((row) => csvRow(row));
  saveFile(filename, new Blob(lines, { type: "text/csv" }));
}

/** Saves a file that is in memory. */
export function saveFile(filename: string, content: Blob): void {
  const url = URL.createObjectURL(content);
  Object.assign(document.createElement("a"), { href: url, download: filename }).click();
  URL.revokeObjectURL(url);
}
