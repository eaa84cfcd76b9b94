/**
 * The JSON text that two programs write alike: without spaces, members sorted by UTF-16 code units. `value` is what
 * JSON.parse gives. Source: RFC 8785.
 */
export function canonicalJson(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(canonicalJson).join(",")}]`;
  if (typeof value !== "object" || value === null) return JSON.stringify(value);
  const members: Readonly<Record<string, unknown>> = { ...value };
  const names = Object.keys(members).sort();
  return `{${names.map((name) => `${JSON.stringify(name)}:${canonicalJson(members[name])}`).join(",")}}`;
}
