import { strings } from "#strings/editors/spans.ts";
import type { Action } from "../../actions/action.ts";
import type { Move } from "./edits.ts";
import type { SpanHand } from "./use-spans.ts";

/** The actions for spans, except choosing labels, which have their own actions. */
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
    { id: "spans.next", title: strings.next, keys: ["]", "Alt+."], run: () => go(1) },
    { id: "spans.previous", title: strings.previous, keys: ["[", "Alt+,"], run: () => go(-1) },
    { id: "spans.cancel", title: strings.deselect, keys: ["Escape"], run: cancel },
  ];
  if (isReadOnly) return reading;
  return [
    ...reading,
    {
      id: "spans.delete",
      title: strings.remove,
      keys: ["Delete", "Backspace"],
      isEnabled: isSelected,
      run: () => selected !== null && remove(selected),
    },
    {
      id: "spans.relation",
      title: strings.relate,
      keys: ["T"],
      isEnabled: () => isSelected() && relatedFrom === null,
      run: () => void startRelation(),
    },
    edge(strings.endForward, "ArrowRight", { edge: "end", isForward: true }),
    edge(strings.endBack, "ArrowLeft", { edge: "end", isForward: false }),
    edge(strings.startForward, "ArrowDown", { edge: "start", isForward: true }),
    edge(strings.startBack, "ArrowUp", { edge: "start", isForward: false }),
  ];
}
