import { cutMiddle, ServiceError } from "@assay/domain/errors.ts";
import { CsvError } from "csv-parse";
import { parse } from "csv-parse/sync";
import Value from "typebox/value";
import type { Caller } from "../platform/auth/auth.ts";
import type { Tx } from "../platform/database/db.ts";
import { textFault } from "../platform/http/json.ts";
import { saidBy } from "../platform/http/schema-faults.ts";
import { createMember } from "./change.ts";
import { CreateMember } from "./schemas.ts";
import type { MemberRow } from "./store.ts";

const MOST_LINES = 1_000;
const MOST_FAULTS = 20;
/** The most unknown columns that a refusal names, and the most characters of each. */
const [MOST_NAMED, MOST_OF_NAME] = [5, 50];
const COLUMNS = ["name", "email", "role", "external_id", "project_ids", "groups"];

interface Line {
  /** The line where it ends in the file; the header is line 1. */
  readonly line: number;
  readonly member: unknown;
}

/**
 * Adds a member for each line of a CSV file with a header, all or none. Throws `invalid_request` with the
 * first 20 faults as `line 17: …`; otherwise like `createMember`, with the line.
 */
export async function importMembers(tx: Tx, caller: Caller, now: Date, csv: string): Promise<MemberRow[]> {
  const members = checkLines(readLines(csv));
  const made: MemberRow[] = [];
  for (const { line, member } of members) {
    made.push(
      await createMember(tx, caller, now, member).catch((fault: unknown) => {
        throw fault instanceof ServiceError
          ? new ServiceError(fault.code, `line ${line}: ${fault.message}`)
          : fault;
      }),
    );
  }
  return made;
}

function checkLines(lines: readonly Line[]): { readonly line: number; readonly member: CreateMember }[] {
  const faults: string[] = [];
  const members = lines.flatMap(({ line, member }) => {
    if (Value.Check(CreateMember, member)) return { line, member };
    const [fault] = Value.Errors(CreateMember, member);
    const words = fault && (saidBy(fault.keyword, fault.params) ?? fault.message);
    faults.push(`line ${line}: ${fault?.instancePath.slice(1).replace("/", " ")} ${words}`);
    return [];
  });
  if (faults.length > 0) throw new ServiceError("invalid_request", faults.slice(0, MOST_FAULTS).join("; "));
  return members;
}

function readLines(csv: string): Line[] {
  const fault = textFault(csv);
  if (fault !== undefined) throw new ServiceError("invalid_request", `csv: ${fault}`);
  const rows = parseCsv(csv);
  if (rows.length === 0)
    throw new ServiceError("invalid_request", "csv: must have a header line and at least one line below it");
  if (rows.length > MOST_LINES) {
    throw new ServiceError(
      "invalid_request",
      `csv: ${rows.length} lines; at most ${MOST_LINES} are allowed per import`,
    );
  }
  return rows.map(({ record, info }) => ({ line: info.lines, member: toMember(record) }));
}

function parseCsv(
  csv: string,
): { readonly record: Readonly<Record<string, string>>; readonly info: { readonly lines: number } }[] {
  try {
    return parse(csv, { columns: checkHeader, bom: true, info: true, trim: true, skip_empty_lines: true });
  } catch (fault) {
    if (!(fault instanceof CsvError)) throw fault;
    throw new ServiceError("invalid_request", `csv: ${cutMiddle(fault.message, 500)}`, { cause: fault });
  }
}

function checkHeader(names: readonly string[]): string[] {
  const fault = headerFault(names);
  if (fault !== undefined)
    throw new ServiceError("invalid_request", `csv: ${fault}; the columns are ${COLUMNS.join(", ")}`);
  return [...names];
}

function headerFault(names: readonly string[]): string | undefined {
  const unknown = names.filter((name) => !COLUMNS.includes(name));
  if (unknown.length > 0) return `unknown columns ${shortList(unknown)}`;
  // The parser would keep the last of several cells with one name.
  const repeated = COLUMNS.filter((name) => names.indexOf(name) !== names.lastIndexOf(name));
  if (repeated.length > 0) return `the header repeats ${repeated.join(", ")}`;
  return names.includes("name") ? undefined : "the column name is missing";
}

function shortList(names: readonly string[]): string {
  const named = names.slice(0, MOST_NAMED).map((name) => cutMiddle(name, MOST_OF_NAME));
  const rest = names.length - named.length;
  return named.join(", ") + (rest > 0 ? ` and ${rest} more` : "");
}

/** Empty cells are ignored. */
function toMember(record: Readonly<Record<string, string>>): Record<string, unknown> {
  const said = Object.entries(record).filter(([, cell]) => cell !== "");
  return Object.fromEntries(
    said.map(([name, cell]) => [name, /^(project_ids|groups)$/.test(name) ? listIn(cell) : cell]),
  );
}

function listIn(cell: string): string[] {
  const parts = cell.split(";").map((part) => part.trim());
  return [...new Set(parts.filter((part) => part !== ""))];
}
