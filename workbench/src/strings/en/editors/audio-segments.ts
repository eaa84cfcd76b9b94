import { formatNumber } from "../../format.ts";

/** The editor of segments of recordings. */
export const strings = {
  segments: "Segments",
  none: {
    keys: "Drag over the waveform or in the lane of a label, or press I where a segment starts and O where it ends. If the recording has no segment, submit it without any.",
    touch:
      "Drag over the waveform, or in the lane of a label. If the recording has no segment, submit it without any.",
  },
  noneMade: "No segments",
  add: (seconds: number) => `Add a ${formatNumber(seconds)}-second segment`,
  label: "Label of segments",
  unfinished: "End the segment, or discard it.",
  unlabeled: (stretch: string) => `Choose a label for the new segment ${stretch}, or discard it.`,
  discard: "Discard",
  playSegment: "Play segment",
  showSegment: "Zoom to the segment",
  startsAt: (start: string) => `Segment starts at ${start}`,
  stretch: (start: string, end: string) => `${start} – ${end}`,
  snap: "Snap to silence",
  /** A label was chosen while a segment is selected. */
  nowIs: (stretch: string, label: string) => ({
    keys: `Segment ${stretch} is now ${label}. Press Esc first to choose for the next one.`,
    touch: `Segment ${stretch} is now ${label}.`,
  }),
  setStart: "Start the selected segment here",
  setEnd: "End the selected segment here",
  next: "Next segment",
  previous: "Previous segment",
  deselect: "Deselect",
  startHere: "Start a segment here",
  endHere: "End the segment here",
  remove: "Delete",
  selected: "Selected segment",
  start: "Start in seconds",
  end: "End in seconds",
  transcript: "Transcript",
  who: (start: string, label: string) => `${start} ${label}:`,
  added: (label: string) => `Add ${label}`,
  changed: (label: string) => `Change ${label}`,
  removed: (label: string) => `Delete ${label}`,
};
