/** What a CSV field can hold; null is an empty field, the empty string a quoted one. */
export type CsvValue = string | number | null;

/**
 * One row of CSV with its line feed. Nothing is changed for the sake of spreadsheets: a text that begins
 * with `=` is written as it is. Source: RFC 4180, with LF for CRLF, which its readers take as well.
 */
export function csvRow(values: readonly CsvValue[]): string {
  return `${values.map(field).join(",")}\n`;
}

function field(value: CsvValue): string {
  if (value === null) return "";
  const text = String(value);
  return text === "" || /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}
