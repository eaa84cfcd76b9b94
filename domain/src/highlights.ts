import { codePointLength } from "./code-points.ts";
import type { FieldDefinition } from "./field-definition.ts";
import { limits } from "./field-limits.ts";

// Without the schema of types, so that the workbench loads these without it.

/** A marked passage of a response. Offsets count Unicode code points from the start of the text; the end is exclusive. */
export interface Highlight {
  readonly start: number;
  readonly end: number;
  /** One of the field's `options`. */
  readonly label: string;
  /** Why the passage is marked. */
  readonly note?: string;
}

/** The most highlights of one answer, over all its fields: as many as a result has objects. */
export const MAX_HIGHLIGHTS = 10_000;

/** The longest note, in code points. */
export const MAX_NOTE = 1_000;

const MEMBERS: ReadonlySet<string> = new Set(["start", "end", "label", "note"]);

/** Whether a value has the form of a highlight, wherever it ends and whatever its label. */
export function isHighlight(value: unknown): value is Highlight {
  if (typeof value !== "object" || value === null) return false;
  const { start, end, label, note = "" }: Partial<Record<keyof Highlight, unknown>> = value;
  return (
    Number.isSafeInteger(start) &&
    Number.isSafeInteger(end) &&
    typeof label === "string" &&
    typeof note === "string" &&
    Object.keys(value).every((member) => MEMBERS.has(member))
  );
}

/** The highlights of an answer; no answer has none. */
export function highlightsIn(answer: unknown): readonly Highlight[] {
  return Array.isArray(answer) ? answer.filter(isHighlight) : [];
}

/** A key that is equal for highlights with the same ends and label, whatever their notes. */
export function highlightKey({ start, end, label }: Highlight): string {
  return `${start} ${end} ${label}`;
}

/**
 * Why a value is no answer to a field of highlights; null if it is one. `length` is that of the response's text in code
 * points; without it the ends may be anywhere. Highlights may overlap, also with the same label, but not repeat.
 */
export function highlightsFault(
  definition: FieldDefinition,
  answer: unknown,
  length = Number.POSITIVE_INFINITY,
): string | null {
  if (!Array.isArray(answer)) return "must be a list of highlights, each {start, end, label, note?}";
  const { max, min } = limits(definition);
  if (answer.length > max) return `must be at most ${max} highlights`;
  if (answer.length < min) return `must be at least ${min} highlights`;
  const labels = new Set(definition.options);
  const keys = new Set<string>();
  for (const [index, highlight] of answer.entries()) {
    const fault = faultOf(highlight, labels, length);
    if (fault !== null) return `has a highlight, at index ${index}, ${fault}`;
    const before = keys.size;
    if (keys.add(highlightKey(highlight)).size === before)
      return `has a highlight, at index ${index}, that repeats an earlier one`;
  }
  return null;
}

function faultOf(highlight: unknown, labels: ReadonlySet<string>, length: number): string | null {
  if (!isHighlight(highlight))
    return "that is not {start, end, label, note?} with whole numbers as start and end";
  const { start, end, label, note = "" } = highlight;
  if (start < 0) return `whose start, ${start}, is below 0`;
  if (start >= end) return `whose end, ${end}, is not greater than its start, ${start}`;
  if (end > length)
    return `whose end, ${end}, is after the end of the response, which has ${length} code points`;
  if (!labels.has(label)) {
    const known = [...labels].slice(0, 20).join(", ");
    return `whose label, ${JSON.stringify(label.slice(0, 100))}, is none of the field's options (${known})`;
  }
  return codePointLength(note) > MAX_NOTE ? `whose note has more than ${MAX_NOTE} characters` : null;
}
