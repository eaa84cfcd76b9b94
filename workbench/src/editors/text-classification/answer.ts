/** Before the name of a label that is given. */
export const GIVEN = "label:";

/** The labels of an answer in the making, in the order in which they were given. */
export function givenLabels(entries: ReadonlyMap<string, unknown>): readonly string[] {
  return [...entries.keys()].filter((key) => key.startsWith(GIVEN)).map((key) => key.slice(GIVEN.length));
}

/** The labels of a result that has one or a list of them; none where there is no result yet. */
export function labelsIn(result: unknown): readonly string[] {
  if (typeof result !== "object" || result === null) return [];
  const given = "labels" in result ? result.labels : "label" in result ? [result.label] : [];
  return Array.isArray(given) ? given.filter((name) => typeof name === "string") : [];
}
