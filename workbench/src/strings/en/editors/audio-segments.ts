import { formatNumber } from "../../format.ts";

/** The editor of segments of recordings. */
export const strings = {
  segments: "Segments",
  none: "Drag over the waveform, or press I where a segment starts and O where it ends.",
  add: "Add a segment here",
  label: "Label of segments",
  waveform: "Waveform",
  noWaveform:
    "This recording has no waveform: the service cannot decode it. You can still play it and mark segments: press I and O, or drag over the line.",
  failed: "Recording failed to load",
  unfinished: "Press O to end the segment, or Escape to discard it.",
  unlabeled: (stretch: string) =>
    `Choose a label for the new segment ${stretch}, or press Escape to discard it.`,
  play: "Play or pause",
  playSegment: "Play segment",
  slower: "Slower",
  faster: "Faster",
  slowerSign: "<",
  fasterSign: ">",
  backSign: "−1 s",
  forwardSign: "+1 s",
  back: (seconds: number) => `Back ${seconds} s`,
  forward: (seconds: number) => `Forward ${seconds} s`,
  rate: (rate: number) => `${formatNumber(rate)}×`,
  time: (now: string, duration: string, start: string | null) =>
    `${now} / ${duration}${start === null ? "" : `, segment starts at ${start}`}`,
  stretch: (start: string, end: string) => `${start} – ${end}`,
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
  added: (label: string) => `Add ${label}`,
  changed: (label: string) => `Change ${label}`,
  removed: (label: string) => `Delete ${label}`,
};
