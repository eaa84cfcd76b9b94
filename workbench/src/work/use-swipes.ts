import { use } from "react";
import { strings } from "#strings/editors/labels.ts";
import { change } from "../editors/entries.ts";
import { StreamContext } from "../editors/stream.ts";
import { GIVEN } from "../editors/text-classification/answer.ts";
import type { Opened } from "./opened.ts";
import type { SuggestionDeed } from "./review-actions.ts";

/** What a swipe does to the item, by its direction; absent where it does nothing. */
export interface SwipeDeeds {
  readonly onLeft?: () => void;
  readonly onRight?: () => void;
}

/**
 * In a stream a swipe to the right accepts the suggestion of a model, and one to the left clears it. Without a suggestion, if the project
 * has two labels and a label submits the answer, a swipe to the left gives the first and one to the right the second.
 */
export function useSwipes(
  { document, guidelines, isReadOnly, task }: Opened,
  deeds: readonly SuggestionDeed[],
): SwipeDeeds {
  const stream = use(StreamContext);
  if (stream === null || isReadOnly) return {};
  if (task.item.predictions.length > 0) {
    const [left, right] = [
      deeds.find(({ what }) => what === "clear"),
      deeds.find(({ what }) => what !== "clear"),
    ];
    return { ...(left && { onLeft: left.run }), ...(right && { onRight: right.run }) };
  }
  const [first, second, ...more] = guidelines.labels.filter(({ retired }) => !retired);
  if (first === undefined || second === undefined || more.length > 0 || !stream.advances) return {};
  const give = (name: string) => () => {
    const others = [...document.entries().keys()].filter((key) => key.startsWith(GIVEN));
    change(document, strings.given(name), [
      ...others.map((key) => [key, undefined] as const),
      [GIVEN + name, true],
    ]);
    stream.next();
  };
  return { onLeft: give(first.name), onRight: give(second.name) };
}
