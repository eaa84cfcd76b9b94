import { strings } from "#strings/work.ts";
import type { Action } from "../actions/action.ts";

/** What an auditor can do with the shown label. */
export function auditActions(deeds: {
  readonly accept: () => void;
  readonly correct: () => void;
}): readonly Action[] {
  return [
    { id: "review.accept", title: strings.audit.accept, keys: ["A"], run: deeds.accept },
    { id: "review.correct", title: strings.audit.correct, keys: ["E"], run: deeds.correct },
  ];
}

/** What an adjudicator can do besides editing the answer. */
export function adjudicationActions(deeds: {
  readonly exclude: () => void;
  readonly showNext: () => void;
  readonly takeAll: () => void;
  readonly canTake: () => boolean;
}): readonly Action[] {
  return [
    { id: "review.exclude", title: strings.adjudication.exclude, keys: ["Ctrl+Shift+X"], run: deeds.exclude },
    {
      id: "review.show-next",
      title: strings.adjudication.showNext,
      keys: ["Alt+Q"],
      run: deeds.showNext,
    },
    {
      ...{ id: "review.take-all", title: strings.adjudication.useShown, keys: ["Alt+A"] },
      ...{ run: deeds.takeAll, isEnabled: deeds.canTake },
    },
  ];
}
