import { strings } from "#strings/editors/spans.ts";
import type { Action } from "../../actions/action.ts";
import type { Move } from "./edits.ts";
import type { ReadingSettings } from "./reading-settings.ts";
import type { Find } from "./use-find.ts";
import type { SpanHand } from "./use-spans.ts";

/** The actions for reading: find, and how the text looks and is selected. */
export function readingActions(
  find: Find,
  settings: ReadingSettings,
  change: (part: Partial<ReadingSettings>) => void,
  read: () => void,
): readonly Action[] {
  const hasHits = () => find.places.length > 0;
  // elsewhere the arrows belong to what has the focus
  const isFree = () => window.document.activeElement === window.document.body;
  return [
    {
      ...{ id: "spans.read", title: strings.toText, keys: ["ArrowRight", "ArrowDown"] },
      ...{ isEnabled: isFree, run: read },
    },
    { id: "spans.find", title: strings.findInText, keys: ["Ctrl+F"], run: find.open },
    {
      id: "spans.next-hit",
      title: strings.nextHit,
      keys: ["F3"],
      isEnabled: hasHits,
      run: () => find.go(1),
    },
    {
      id: "spans.previous-hit",
      title: strings.previousHit,
      keys: ["Shift+F3"],
      isEnabled: hasHits,
      run: () => find.go(-1),
    },
    {
      id: "spans.snap",
      title: strings.snap,
      keys: ["Shift+S"],
      run: () => change({ snaps: !settings.snaps }),
    },
    {
      id: "spans.compact",
      title: strings.compact,
      keys: ["Shift+D"],
      run: () => change({ isCompact: !settings.isCompact }),
    },
  ];
}

/** The actions for spans, except choosing labels, which have their own actions. */
export function spanActions(hand: SpanHand, find: Find, isReadOnly: boolean): readonly Action[] {
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
      run: startRelation,
    },
    {
      id: "spans.label-same",
      title: strings.labelSame,
      keys: ["Shift+O"],
      isEnabled: isSelected,
      run: () => hand.labelSame(true),
    },
    {
      id: "spans.label-same-any-case",
      title: strings.labelSameAnyCase,
      keys: ["Shift+Alt+O"],
      isEnabled: isSelected,
      run: () => hand.labelSame(false),
    },
    {
      id: "spans.label-hits",
      title: strings.labelHits,
      keys: ["Shift+H"],
      isEnabled: () => find.places.length > 0,
      run: hand.askForHits,
    },
    edge(strings.endForward, "ArrowRight", { edge: "end", isForward: true }),
    edge(strings.endBack, "ArrowLeft", { edge: "end", isForward: false }),
    edge(strings.startForward, "ArrowDown", { edge: "start", isForward: true }),
    edge(strings.startBack, "ArrowUp", { edge: "start", isForward: false }),
  ];
}
