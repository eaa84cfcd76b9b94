import { strings } from "#strings/editors/labels.ts";
import { strings as work } from "#strings/work.ts";
import type { AnswerDocument } from "../drafts/document.ts";
import { change } from "../editors/entries.ts";
import { GIVEN, givenLabels } from "../editors/text-classification/answer.ts";
import type { Opened } from "../work/opened.ts";
import type { Tile } from "./grid-state.ts";

type Fitting = Pick<Opened, "task" | "guidelines">;

/** Whether two tasks have the same labels to choose from. */
export function isOfOneProject({ guidelines: one }: Fitting, { guidelines: other }: Fitting): boolean {
  return one.id === other.id && one.guideline_version === other.guideline_version;
}

/** The label of a tile; undefined if it has none. */
export function labelOf({ document }: Pick<Opened, "document">): string | undefined {
  return givenLabels(document.entries())[0];
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

/** Why a tile cannot be submitted; null if it can. Two versions of an answer are compared in the view of one item. */
export function faultOf({ opened }: Tile): string | null {
  return opened.keeper?.kept.at === "conflict" ? work.grid.twoVersions : opened.missing();
}
