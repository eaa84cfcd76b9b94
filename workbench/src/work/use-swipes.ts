import { use } from "react";
import { StreamContext } from "../editors/stream.ts";
import { giveLabel } from "../editors/text-classification/answer.ts";
import type { Opened } from "./opened.ts";
import type { SuggestionDeed } from "./review-actions.ts";

/** What a swipe does to the item, by its direction; absent where it does nothing. */
export interface SwipeDeeds {
  readonly onLeft?: () => void;
  readonly onRight?: () => void;
}

/**
 * In a stream a swipe to the right accepts the suggestion of a model, and one to the left rejects it. Without a suggestion, if the project
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
      deeds.find(({ what }) => what === "reject"),
      deeds.find(({ what }) => what === "accept" || what === "restore"),
    ];
    return { ...(left && { onLeft: left.run }), ...(right && { onRight: right.run }) };
  }
  const [first, second, ...more] = guidelines.labels.filter(({ retired }) => !retired);
  if (first === undefined || second === undefined || more.length > 0 || !stream.advances) return {};
  const give = (name: string) => () => {
    giveLabel(document, name);
    stream.next();
  };
  return { onLeft: give(first.name), onRight: give(second.name) };
}
