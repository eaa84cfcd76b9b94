import type { ForeignAnswer, ForeignItem } from "./importer.ts";

/** As what an answer is imported. */
export type Route = "predictions" | "answers" | "gold";

/**
 * The answers of an item that are imported that way: the last of each person, as gold the one that is known to be right or the first of
 * a person, as predictions the last.
 */
export function answersFor({ answers }: ForeignItem, route: Route): readonly ForeignAnswer[] {
  if (route === "predictions") return answers.slice(-1);
  const ofPeople = answers.filter(({ model }) => model === null);
  if (route === "answers") return lastOfEach(ofPeople, "annotator");
  const known = ofPeople.find(({ is_known }) => is_known) ?? ofPeople[0];
  return known === undefined ? [] : [known];
}

/** The last answer of each annotator, or of each model. */
export function lastOfEach(
  answers: readonly ForeignAnswer[],
  who: "annotator" | "model",
): readonly ForeignAnswer[] {
  return [...new Map(answers.map((answer) => [answer[who], answer])).values()];
}

/** The line that an import takes for an answer; `named` names its item, and the defaults are for answers that name nobody. */
export function importLine(
  named: Readonly<Record<string, string>>,
  answer: ForeignAnswer,
  route: Route,
  { annotator, model }: { readonly annotator: string | undefined; readonly model: string },
): Readonly<Record<string, unknown>> {
  const line = { ...named, result: answer.result };
  if (route === "gold") return line;
  if (route === "predictions") return { ...line, model: answer.model ?? model, score: answer.score };
  const { answered_at, active_ms } = answer;
  return { ...line, annotator: answer.annotator ?? annotator, answered_at, active_ms };
}
