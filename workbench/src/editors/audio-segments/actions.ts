import { strings } from "#strings/editors.ts";
import type { Action } from "../../actions/action.ts";
import type { SegmentHand } from "./use-segments.ts";

/** The actions for a recording and its segments, except choosing labels, which have their own actions. */
export function segmentActions(hand: SegmentHand, isReadOnly: boolean): readonly Action[] {
  const { selected, inAt } = hand;
  const isSelected = () => selected !== null;
  const hearing: Action[] = [
    { id: "audio.play", title: strings.audio.play, keys: ["Space"], run: hand.playPause },
    { id: "audio.back", title: strings.audio.back(1), keys: ["ArrowLeft"], run: () => hand.seekBy(-1) },
    { id: "audio.on", title: strings.audio.forward(1), keys: ["ArrowRight"], run: () => hand.seekBy(1) },
    {
      id: "audio.far-back",
      title: strings.audio.back(5),
      keys: ["Shift+ArrowLeft"],
      run: () => hand.seekBy(-5),
    },
    {
      id: "audio.far-on",
      title: strings.audio.forward(5),
      keys: ["Shift+ArrowRight"],
      run: () => hand.seekBy(5),
    },
    { id: "audio.slower", title: strings.audio.slower, keys: ["<"], run: () => hand.faster(-1) },
    { id: "audio.faster", title: strings.audio.faster, keys: [">"], run: () => hand.faster(1) },
    {
      id: "audio.play-segment",
      title: strings.audio.playSegment,
      keys: ["Enter"],
      isEnabled: isSelected,
      run: hand.playSelected,
    },
    { id: "audio.next", title: strings.audio.next, keys: ["]", "Alt+."], run: () => hand.go(1) },
    { id: "audio.previous", title: strings.audio.previous, keys: ["[", "Alt+,"], run: () => hand.go(-1) },
    { id: "audio.cancel", title: strings.audio.deselect, keys: ["Escape"], run: hand.letGo },
  ];
  if (isReadOnly) return hearing;
  return [
    ...hearing,
    { id: "audio.in", title: strings.audio.startHere, keys: ["I"], run: hand.markIn },
    {
      id: "audio.out",
      title: strings.audio.endHere,
      keys: ["O"],
      isEnabled: () => inAt !== null,
      run: hand.markOut,
    },
    {
      id: "audio.delete",
      title: strings.audio.remove,
      keys: ["Delete", "Backspace"],
      isEnabled: isSelected,
      run: () => selected !== null && hand.remove(selected),
    },
  ];
}
