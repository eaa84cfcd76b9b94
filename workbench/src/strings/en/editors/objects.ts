import { count, formatNumber } from "../../format.ts";

const OBJECTS = { one: "object", other: "objects" };

/** The editors of objects in images, whatever their shape. */
export const strings = {
  help: "With a drawing tool, the arrow keys move a cross and Space draws there. Enter finishes, Escape cancels. The objects are listed beside the image.",
  loading: "Loading the image",
  tools: "Tools",
  tool: (tool: string) => `${tool} tool`,
  draw: "Draw at the cross",
  moveCross: "Move the cross",
  finish: "Finish the shape",
  stepBack: "Remove the last point",
  cancel: "Cancel or deselect",
  canceled: "Canceled",
  discarded: "Discarded",
  chooseLabel: (noun: string) => `Choose a label for the new ${noun}, or press Escape to discard it.`,
  unfinished: (noun: string) => `Press Enter to finish the ${noun}, or Escape to discard it.`,
  adjust: "Brightness and contrast",
  adjusted: "Brightness and contrast, adjusted",
  adjustClose: "Close brightness and contrast",
  adjustReset: "Reset brightness and contrast",
  brightness: "Brightness",
  contrast: "Contrast",
  percent: (value: number) => `${formatNumber(value)} %`,
  reset: "Reset",
  list: "Objects",
  none: "No objects yet. If the image shows none, submit it without objects.",
  selected: "Selected objects",
  count: (objects: number, selected: number) =>
    `${count(objects, OBJECTS)}${selected > 1 ? `, ${formatNumber(selected)} selected` : ""}`,
  newLabel: "Label of the new object",
  acceptAll: "Accept all suggestions",
  hide: "Hide or show",
  hideAll: "Hide or show all",
  lock: "Lock or unlock",
  lockAll: "Lock or unlock all",
  selectAll: "Select all objects",
  next: "Next object",
  previous: "Previous object",
  copy: "Copy",
  paste: "Paste",
  pasteInPlace: "Paste in place",
  duplicate: "Duplicate",
  remove: "Delete",
  move: "Move by 1 pixel",
  moveFar: "Move by 10 pixels",
  resize: "Resize by 1 pixel",
  states: { hidden: "hidden", locked: "locked", suggested: "suggested" },
  /** What was done to objects, after their name or number. */
  done: {
    deleted: "deleted",
    duplicated: "duplicated",
    moved: "moved",
    pasted: "pasted",
    resized: "resized",
    hidden: ["hidden", "shown"],
    locked: ["locked", "unlocked"],
  },
  added: (noun: string, label: string) => `${noun} ${label} added`,
  deleted: (noun: string, label: string) => `${noun} ${label} deleted`,
  changed: (noun: string, objects: number, done: string) =>
    `${objects === 1 ? noun : count(objects, OBJECTS)} ${done}`,
  nowAll: (done: string, objects: number) => `${done}, ${count(objects, OBJECTS)}`,
  at: (noun: string, label: string, place: number, all: number) =>
    `${noun} ${label}, ${formatNumber(place)} of ${formatNumber(all)}`,
  copied: (objects: number) => `${formatNumber(objects)} copied`,
  label: (label: string) => `Label ${label}`,
  relabeled: (objects: number, label: string) =>
    objects === 1 ? `Label changed to ${label}` : `${formatNumber(objects)} labels changed to ${label}`,
  accepted: (suggestions: number) =>
    suggestions === 1 ? "Suggestion accepted" : `${formatNumber(suggestions)} suggestions accepted`,
};
