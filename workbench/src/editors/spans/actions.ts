import type { Action } from "../../actions/action.ts";
import type { Move } from "./edits.ts";
import type { SpanHand } from "./use-spans.ts";

/** All that can be done with spans but for giving labels, whose keys are their own. */
export function spanActions(hand: SpanHand, isReadOnly: boolean): readonly Action[] {
  const { selected, relatedFrom, go, move, remove, startRelation, cancel } = hand;
  const isSelected = () => selected !== null;
  const edge = (title: string, key: string, by: Move): Action => ({
    id: `spans.${by.edge}-${by.isForward ? "forward" : "back"}`,
    title,
    keys: [`Shift+Alt+${key}`],
    isEnabled: isSelected,
    run: () => move(by),
  });
  const reading: Action[] = [
    { id: "spans.next", title: "Next span", keys: ["]", "Alt+."], run: () => go(1) },
    { id: "spans.previous", title: "Previous span", keys: ["[", "Alt+,"], run: () => go(-1) },
    { id: "spans.cancel", title: "Deselect", keys: ["Escape"], run: cancel },
  ];
  if (isReadOnly) return reading;
  return [
    ...reading,
    {
      id: "spans.delete",
      title: "Delete",
      keys: ["Delete", "Backspace"],
      isEnabled: isSelected,
      run: () => selected !== null && remove(selected),
    },
    {
      id: "spans.relation",
      title: "Relation from this span",
      keys: ["T"],
      isEnabled: () => isSelected() && relatedFrom === null,
      run: () => void startRelation(),
    },
    edge("Move the end on", "ArrowRight", { edge: "end", isForward: true }),
    edge("Move the end back", "ArrowLeft", { edge: "end", isForward: false }),
    edge("Move the start on", "ArrowDown", { edge: "start", isForward: true }),
    edge("Move the start back", "ArrowUp", { edge: "start", isForward: false }),
  ];
}
