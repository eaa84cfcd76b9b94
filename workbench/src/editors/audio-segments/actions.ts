import { strings } from "#strings/editors/audio-segments.ts";
import type { Action } from "../../actions/action.ts";
import type { ListeningKeys } from "../recording/actions.ts";
import type { SegmentHand } from "./use-segments.ts";

/** The keys of the player and of the view. */
export const LISTENING_KEYS: ListeningKeys = {
  play: ["Space"],
  back: ["ArrowLeft"],
  on: ["ArrowRight"],
  "far-back": ["Shift+ArrowLeft"],
  "far-on": ["Shift+ArrowRight"],
  slower: ["<"],
  faster: [">"],
  quieter: ["ArrowDown"],
  louder: ["ArrowUp"],
  loop: ["Shift+L"],
  "zoom-in": ["Ctrl++", "Ctrl+="],
  "zoom-out": ["Ctrl+-"],
  fit: ["Z"],
  spectrogram: ["Shift+G"],
  earlier: ["PageUp"],
  later: ["PageDown"],
};

export const SNAP_KEY = "Shift+S";

/** The actions for segments, except choosing labels, which have their own actions. */
export function segmentActions(hand: SegmentHand, isReadOnly: boolean): readonly Action[] {
  const { selected, inAt } = hand;
  const isSelected = () => selected !== null;
  const hearing: Action[] = [
    {
      id: "audio.play-segment",
      title: strings.playSegment,
      keys: ["Enter"],
      isEnabled: isSelected,
      run: hand.playSelected,
    },
    {
      id: "audio.show-segment",
      title: strings.showSegment,
      keys: ["Shift+Z"],
      isEnabled: isSelected,
      run: hand.showSelected,
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
      id: "audio.set-start",
      title: strings.setStart,
      keys: ["Shift+I"],
      isEnabled: isSelected,
      run: () => hand.setEdge("start"),
    },
    {
      id: "audio.set-end",
      title: strings.setEnd,
      keys: ["Shift+O"],
      isEnabled: isSelected,
      run: () => hand.setEdge("end"),
    },
    { id: "audio.snap", title: strings.snap, keys: [SNAP_KEY], run: hand.toggleSnap },
    {
      id: "audio.delete",
      title: strings.remove,
      keys: ["Delete", "Backspace"],
      isEnabled: isSelected,
      run: () => selected !== null && hand.remove(selected),
    },
  ];
}
