import { strings } from "#strings/editors/labels.ts";
import type { AnswerDocument } from "../../drafts/document.ts";
import { change } from "../entries.ts";

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

/** Makes `name` the only label of an answer, or takes the label away; returns whether that changed it. */
export function giveLabel(document: AnswerDocument<unknown>, name: string | undefined): boolean {
  const given = givenLabels(document.entries());
  if (name === undefined ? given.length === 0 : given.length === 1 && given[0] === name) return false;
  change(document, name === undefined ? strings.removed(given[0] ?? "") : strings.given(name), [
    ...given.map((other) => [GIVEN + other, undefined] as const),
    ...(name === undefined ? [] : [[GIVEN + name, true] as const]),
  ]);
  return true;
}
