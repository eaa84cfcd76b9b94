import { strings } from "#strings/editors/audio-segments.ts";
import type { Action } from "../../actions/action.ts";
import type { SegmentHand } from "./use-segments.ts";

/** The actions for a recording and its segments, except choosing labels, which have their own actions. */
export function segmentActions(hand: SegmentHand, isReadOnly: boolean): readonly Action[] {
  const { selected, inAt } = hand;
  const isSelected = () => selected !== null;
  const hearing: Action[] = [
    { id: "audio.play", title: strings.play, keys: ["Space"], run: hand.playPause },
    { id: "audio.back", title: strings.back(1), keys: ["ArrowLeft"], run: () => hand.seekBy(-1) },
    { id: "audio.on", title: strings.forward(1), keys: ["ArrowRight"], run: () => hand.seekBy(1) },
    {
      id: "audio.far-back",
      title: strings.back(5),
      keys: ["Shift+ArrowLeft"],
      run: () => hand.seekBy(-5),
    },
    {
      id: "audio.far-on",
      title: strings.forward(5),
      keys: ["Shift+ArrowRight"],
      run: () => hand.seekBy(5),
    },
    { id: "audio.slower", title: strings.slower, keys: ["<"], run: () => hand.faster(-1) },
    { id: "audio.faster", title: strings.faster, keys: [">"], run: () => hand.faster(1) },
    {
      id: "audio.play-segment",
      title: strings.playSegment,
      keys: ["Enter"],
      isEnabled: isSelected,
      run: hand.playSelected,
    },
    { id: "audio.next", title: strings.next, keys: ["]", "Alt+."], run: () => hand.go(1) },
    { id: "audio.previous", title: strings.previous, keys: ["[", "Alt+,"], run: () => hand.go(-1) },
    { id: "audio.cancel", title: strings.deselect, keys: ["Escape"], run: hand.letGo },
  ];
  if (isReadOnly) return hearing;
  return [
    ...hearing,
    { id: "audio.in", title: strings.startHere, keys: ["I"], run: hand.markIn },
    {
      id: "audio.out",
      title: strings.endHere,
      keys: ["O"],
      isEnabled: () => inAt !== null,
      run: hand.markOut,
    },
    {
      id: "audio.delete",
      title: strings.remove,
      keys: ["Delete", "Backspace"],
      isEnabled: isSelected,
      run: () => selected !== null && hand.remove(selected),
    },
  ];
}
