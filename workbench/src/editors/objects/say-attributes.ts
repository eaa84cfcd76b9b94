/** The attributes of an object in a few words, such as "taxi, dirty"; empty if it has none. */
export function sayAttributes(values: Readonly<Record<string, unknown>> = {}): string {
  return Object.entries(values)
    .flatMap(([name, value]) => (typeof value === "boolean" ? (value ? name : []) : value))
    .join(", ");
}
