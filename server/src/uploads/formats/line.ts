import { codePointLength } from "@assay/domain/code-points.ts";
import { ServiceError } from "@assay/domain/errors.ts";

/** One line of a JSONL or CSV file: one item. Exactly one of `text`, `url` and `conversation` is set. */
export interface Line {
  /** Counted from 1; 0 for a whole text file. */
  readonly line: number;
  readonly text: string | null;
  readonly url: string | null;
  readonly conversation: Conversation | null;
  readonly external_id: string | null;
  readonly group: string | null;
  readonly priority: number;
  readonly metadata: Readonly<Record<string, unknown>>;
}

export interface Conversation {
  readonly messages: readonly unknown[];
  readonly responses?: readonly unknown[];
}

export const MAX_LINE_BYTES = 1024 * 1024;
/** A line with `messages`, such as an agent's thousands of steps with what its tools gave. */
export const MAX_CONVERSATION_BYTES = 5 * 1024 * 1024;
/** A million characters of four bytes, and a byte order mark. */
export const MAX_TEXT_BYTES = 4_000_003;
const MAX_CODE_POINTS = 1_000_000;
export const MAX_NAME_LENGTH = 255;
export const MAX_PRIORITY = 1000;
export const MAX_METADATA_KEYS = 50;

/** The error of a faulty line: `line 17: text must be a string`. */
export function lineFault(line: number, fault: string): ServiceError {
  return new ServiceError("invalid_request", `line ${line}: ${fault}`);
}

/** Receives the fault of a line. If it returns, the reader skips the line. */
export type OnLineFault = (line: number, fault: ServiceError) => void;

/** Refuses the file at its first faulty line. */
export const refuseLine: OnLineFault = (_line, fault) => {
  throw fault;
};

/** The fault of an item's text; undefined if there is none. */
export function itemTextFault(text: string): string | undefined {
  if (text === "") return "text is empty";
  if (text.length > MAX_CODE_POINTS && codePointLength(text) > MAX_CODE_POINTS) {
    return `text is longer than ${MAX_CODE_POINTS} characters`;
  }
  return undefined;
}

/** The fault of an `external_id` or a `group`. */
export function nameFault(field: string, name: unknown): string | undefined {
  if (typeof name !== "string") return `${field} must be a string`;
  if (name === "") return `${field} is empty`;
  return name.length > MAX_NAME_LENGTH ? `${field} is longer than ${MAX_NAME_LENGTH} characters` : undefined;
}

export function priorityFault(priority: unknown): string | undefined {
  if (Number.isInteger(priority) && Math.abs(Number(priority)) <= MAX_PRIORITY) return undefined;
  return `priority must be an integer from -${MAX_PRIORITY} to ${MAX_PRIORITY}`;
}

export function metadataFault(metadata: unknown): string | undefined {
  if (!isObject(metadata)) return "metadata must be an object";
  if (Object.keys(metadata).length <= MAX_METADATA_KEYS) return undefined;
  return `metadata has more than ${MAX_METADATA_KEYS} keys`;
}

export function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
