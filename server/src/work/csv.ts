import { type CsvValue, csvRow } from "@assay/domain/formats/csv-row.ts";
import type { FastifyReply, FastifyRequest } from "fastify";

/** Whether a report is to be CSV: as `format` says, otherwise as Accept does. */
export function wantsCsv({ headers }: FastifyRequest, format: "json" | "csv" | undefined): boolean {
  return format === undefined ? /^text\/csv\b/i.test(headers.accept ?? "") : format === "csv";
}

/** Sends rows as a table with the names of the columns, and as a file. */
export function sendCsv(
  reply: FastifyReply,
  filename: string,
  columns: readonly string[],
  rows: readonly (readonly CsvValue[])[],
): FastifyReply {
  reply.header("content-disposition", `attachment; filename="${filename}"`);
  const lines = [columns, ...rows.map((row) => row.map(spreadsheetValue))];
  return send(reply.type("text/csv; charset=utf-8"), lines.map(csvRow).join(""));
}

/** Sends a report past the schema, which would choose between the two forms. */
export function send(reply: FastifyReply, report: unknown): FastifyReply {
  return reply.header("vary", "Accept").send(report);
}

/**
 * Escapes a value for a spreadsheet: text that it would run as a formula gets an apostrophe in front. Source:
 * OWASP, CSV Injection.
 */
function spreadsheetValue(value: CsvValue): CsvValue {
  return typeof value === "string" && /^[=+\-@\t\r]/.test(value) ? `'${value}` : value;
}
