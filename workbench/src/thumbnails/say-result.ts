import { strings } from "#strings/items.ts";

const MOST_CHARACTERS = 160;

/** A short description of a result of any type, of up to `most` characters: its label, number of objects, text, order or ratings. */
export function sayResult(result: unknown, most = MOST_CHARACTERS): string {
  if (typeof result !== "object" || result === null) return "–";
  const facts = Object.entries(result).flatMap(([name, value]) => sayPart(name, value));
  const words = facts.join(", ") || strings.item.nothing;
  return words.length > most ? `${words.slice(0, most)}…` : words;
}

function sayPart(name: string, value: unknown): string[] {
  if (typeof value === "string" || typeof value === "number") return [String(value)];
  if (Array.isArray(value)) return sayList(name, value);
  if (typeof value !== "object" || value === null) return [];
  return Object.entries(value).flatMap(([key, one]) => (isPlain(one) ? [`${key}: ${one}`] : []));
}

function sayList(name: string, values: readonly unknown[]): string[] {
  const counts = new Map<string, number>();
  for (const value of values) {
    const label = labelOf(value);
    if (label !== undefined) counts.set(label, (counts.get(label) ?? 0) + 1);
  }
  if (counts.size > 0) return [...counts].map(([label, count]) => `${count} × ${label}`);
  return values.every(isPlain)
    ? [values.join(name === "ranking" ? " > " : ", ")]
    : [`${values.length} ${name}`];
}

function labelOf(value: unknown): string | undefined {
  if (typeof value !== "object" || value === null || !("label" in value)) return undefined;
  return typeof value.label === "string" ? value.label : undefined;
}

function isPlain(value: unknown): value is string | number {
  return typeof value === "string" || typeof value === "number";
}
