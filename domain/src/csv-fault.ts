/** Explains an error of `csv-parse` in plain words, by its code. */
export function csvFault(code: string): string {
  switch (code) {
    case "CSV_QUOTE_NOT_CLOSED":
      return "a quoted cell is not closed before the end of the file";
    case "CSV_RECORD_INCONSISTENT_FIELDS_LENGTH":
    case "CSV_RECORD_INCONSISTENT_COLUMNS":
      return "the row and the header have different numbers of cells";
    case "CSV_MAX_RECORD_SIZE":
      return "the row is longer than 1 MiB";
    default:
      return "unexpected quote";
  }
}
