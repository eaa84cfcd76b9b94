/** A value of a CSV field; null is an empty field, the empty string a quoted one. */
export type CsvValue = string | number | null;

/**
 * One row of CSV with its line feed. Nothing is escaped for spreadsheets: a text that begins with `=` is
 * written unchanged. Source: RFC 4180, with LF instead of CRLF, which readers of CSV also accept.
 */
export function csvRow(values: readonly CsvValue[]): string {
  return `${values.map(field).join(",")}\n`;
}

function field(value: CsvValue): string {
  if (value === null) return "";
  const text = String(value);
  return text === "" || /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}
