import { type CsvValue, csvRow } from "@assay/domain/formats/csv-row.ts";

/** Saves rows, the first of which are the names of the columns, as a CSV file. */
export function saveCsv(filename: string, rows: readonly (readonly CsvValue[])[]): void {
  const url = URL.createObjectURL(
    new Blob(
      rows.map((row) => csvRow(row)),
      { type: "text/csv" },
    ),
  );
  Object.assign(document.createElement("a"), { href: url, download: filename }).click();
  URL.revokeObjectURL(url);
}
