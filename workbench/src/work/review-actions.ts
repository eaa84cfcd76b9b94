import { strings } from "#strings/work.ts";
import type { Action } from "../actions/action.ts";
import { SUBMIT_KEY } from "./actions.ts";
import type { ChangeVerdict } from "./verdict.ts";

/** The usual keys of the verdicts that change a label, while it is shown and while the auditor changes it. */
const VERDICT_KEYS = {
  accepted_with_change: { shown: "S", changing: "Alt+S" },
  wrong: { shown: "W", changing: "Alt+W" },
} as const;

/** What an auditor can say of the shown label. */
export function auditActions(deeds: {
  readonly accept: () => void;
  readonly change: (verdict: ChangeVerdict) => void;
}): readonly Action[] {
  return [
    { id: "review.accept", title: strings.audit.accept, keys: ["A"], run: deeds.accept },
    ...verdictActions("shown", deeds.change),
  ];
}

/** What an auditor can say of the label that they are changing. */
export function verdictActions(
  when: "shown" | "changing",
  choose: (verdict: ChangeVerdict) => void,
): readonly Action[] {
  // A letter that is somebody's key for a shown label would be in the way of drawing while they change the label.
  return (["accepted_with_change", "wrong"] as const).map((verdict) => ({
    id: when === "shown" ? `review.${verdict}` : `review.changing-${verdict}`,
    title: strings.audit[verdict],
    keys: [VERDICT_KEYS[verdict][when]],
    run: () => choose(verdict),
  }));
}

/** Leads to the field for what is wrong with a label. */
export function reasonAction(run: () => void): Action {
  return { id: "review.reason", title: strings.audit.reason, keys: ["Alt+R"], run };
}

/** Takes the change of a label back. */
export function backAction(run: () => void): Action {
  return { id: "review.back", title: strings.audit.back, keys: ["Alt+A"], run };
}

/** The keys of an annotator's decision about a whole suggestion. */
export const SUGGESTION_KEYS = {
  accept: "Alt+A",
  restore: "Alt+A",
  reject: "Alt+R",
  clear: "Alt+X",
} as const;

/** Keys for the same, where one label is the answer. */
const SUGGESTION_LETTERS = { accept: ["A"], restore: ["A"], reject: ["X"], clear: [] } as const;

/** What an annotator can do now with the suggestion of a model. */
export interface SuggestionDeed {
  readonly what: keyof typeof SUGGESTION_KEYS;
  /** What the button says; the default is the usual name of the action. */
  readonly title?: string;
  readonly run: () => void;
}

/** The actions of these deeds; `letters` are keys without a modifier that the editor and the labels leave free. */
export function suggestionActions(
  deeds: readonly SuggestionDeed[],
  letters: ReadonlySet<string> = new Set(),
): readonly Action[] {
  return deeds.map(({ what, title = strings.suggestion[what], run }) => ({
    id: `suggestion.${what}`,
    title,
    keys: [...SUGGESTION_LETTERS[what].filter((key: string) => letters.has(key)), SUGGESTION_KEYS[what]],
    isOnce: true,
    run,
  }));
}

/** The usual keys of the buttons of an adjudication. */
export const ADJUDICATION_KEYS = {
  "review.show-next": "Alt+Q",
  "review.take-all": "Alt+A",
  "work.submit": SUBMIT_KEY,
} as const;

/** What an adjudicator can do besides editing the answer. */
export function adjudicationActions(deeds: {
  readonly exclude: () => void;
  readonly showNext: () => void;
  readonly takeAll: () => void;
  readonly canTake: () => boolean;
}): readonly Action[] {
  const own = (id: Exclude<keyof typeof ADJUDICATION_KEYS, "work.submit">) => ({
    id,
    keys: [ADJUDICATION_KEYS[id]],
  });
  return [
    { id: "review.exclude", title: strings.adjudication.exclude, keys: ["Ctrl+Shift+X"], run: deeds.exclude },
    { ...own("review.show-next"), title: strings.adjudication.showNext, run: deeds.showNext },
    {
      ...{ ...own("review.take-all"), title: strings.adjudication.useShown },
      ...{ run: deeds.takeAll, isEnabled: deeds.canTake },
    },
  ];
}
