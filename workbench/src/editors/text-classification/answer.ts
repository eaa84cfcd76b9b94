/** The prefix of label keys. */
export const GIVEN = "label:";

/** The labels of an answer in the order in which they were chosen. */
export function givenLabels(entries: ReadonlyMap<string, unknown>): readonly string[] {
  return [...entries.keys()].filter((key) => key.startsWith(GIVEN)).map((key) => key.slice(GIVEN.length));
}

/** The labels of a result with one label or a list; empty without a result. */
export function labelsIn(result: unknown): readonly string[] {
  if (typeof result !== "object" || result === null) return [];
  const given = "labels" in result ? result.labels : "label" in result ? [result.label] : [];
  return Array.isArray(given) ? given.filter((name) => typeof name === "string") : [];
}
