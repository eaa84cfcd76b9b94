import type { Action } from "../../actions/action.ts";
import type { SegmentHand } from "./use-segments.ts";

/** All that can be done with a recording and its segments but for giving labels, whose keys are their own. */
export function segmentActions(hand: SegmentHand, isReadOnly: boolean): readonly Action[] {
  const { selected, inAt } = hand;
  const isSelected = () => selected !== null;
  const hearing: Action[] = [
    { id: "audio.play", title: "Play or pause", keys: ["Space"], run: hand.playPause },
    { id: "audio.back", title: "Back 1 s", keys: ["ArrowLeft"], run: () => hand.seekBy(-1) },
    { id: "audio.on", title: "On 1 s", keys: ["ArrowRight"], run: () => hand.seekBy(1) },
    { id: "audio.far-back", title: "Back 5 s", keys: ["Shift+ArrowLeft"], run: () => hand.seekBy(-5) },
    { id: "audio.far-on", title: "On 5 s", keys: ["Shift+ArrowRight"], run: () => hand.seekBy(5) },
    { id: "audio.slower", title: "Slower", keys: ["<"], run: () => hand.faster(-1) },
    { id: "audio.faster", title: "Faster", keys: [">"], run: () => hand.faster(1) },
    {
      id: "audio.play-segment",
      title: "Play this segment",
      keys: ["Enter"],
      isEnabled: isSelected,
      run: hand.playSelected,
    },
    { id: "audio.next", title: "Next segment", keys: ["]", "Alt+."], run: () => hand.go(1) },
    { id: "audio.previous", title: "Segment before", keys: ["[", "Alt+,"], run: () => hand.go(-1) },
    { id: "audio.cancel", title: "Deselect", keys: ["Escape"], run: hand.letGo },
  ];
  if (isReadOnly) return hearing;
  return [
    ...hearing,
    { id: "audio.in", title: "A segment begins here", keys: ["I"], run: hand.markIn },
    {
      id: "audio.out",
      title: "It ends here",
      keys: ["O"],
      isEnabled: () => inAt !== null,
      run: hand.markOut,
    },
    {
      id: "audio.delete",
      title: "Delete",
      keys: ["Delete", "Backspace"],
      isEnabled: isSelected,
      run: () => selected !== null && hand.remove(selected),
    },
  ];
}
