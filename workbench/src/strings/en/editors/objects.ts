import { count, formatNumber } from "../../format.ts";

const OBJECTS = { one: "object", other: "objects" };
const REGIONS = { one: "region", other: "regions" };

/** The names of the keys that draw at the cross. */
interface CrossKeys {
  readonly press: string;
  readonly finish: string;
  readonly cancel: string;
}

interface Gesture {
  readonly title: string;
  /** What can be chosen for it; its choice stands before `how`. */
  readonly use?: "pan" | "wheel" | "edit" | "free" | "add";
  /** Gets the names of the modifiers. */
  readonly how: (names: Readonly<Record<"edit" | "free" | "add", string>>) => string;
  /** What fingers do instead; absent if they have no such gesture. */
  readonly touch?: string;
}

/** What the pointer does, for the list of keys. */
const GESTURES: readonly Gesture[] = [
  { title: "Zoom", use: "wheel", how: () => "or two fingers", touch: "Two fingers" },
  {
    ...{ title: "Move the image", use: "pan", touch: "Two fingers" },
    how: () => "or the middle button, or two fingers",
  },
  { title: "Select and edit with a drawing tool", use: "edit", how: () => "and click" },
  { title: "Add an object to the selection", use: "add", how: () => "and click" },
  { title: "Do not snap to other shapes", use: "free", how: () => "while you click or drag" },
  {
    ...{ title: "Open the menu of an object", touch: "Long press" },
    how: () => "Secondary button, or a long press",
  },
  {
    title: "Remove a corner of a polygon",
    how: ({ edit }) => `Select tool: ${edit} and click on the corner`,
  },
  {
    ...{ title: "Add a corner to a polygon", touch: "Select tool: press a line" },
    how: () => "Select tool: press a line",
  },
  {
    ...{ title: "Draw an outline by hand", touch: "Outline tools: drag" },
    how: () => "Outline tools: drag",
  },
  { title: "Follow the edge of another polygon", how: ({ add }) => `Polygon tool: ${add} and click` },
  { title: "Turn a box by steps of 15 degrees", how: ({ add }) => `${add} and drag` },
  { title: "Change the width of the brush", how: ({ add }) => `Brush: ${add} and wheel` },
  { title: "Paint a straight line", how: ({ add }) => `Brush: ${add} and click` },
  {
    ...{ title: "Change the tolerance of the wand", touch: "Magic wand: drag" },
    how: ({ add }) => `Magic wand: drag, or ${add} and wheel`,
  },
  {
    title: "Add a region, or take one away",
    how: ({ add, edit }) => `Magic wand: ${add} or ${edit} and click`,
  },
  {
    ...{ title: "Draw along an edge by hand", touch: "Outline along edges: drag from point to point" },
    how: () => "Outline along edges: drag from point to point",
  },
  { title: "Do not snap to edges", how: ({ free }) => `Outline along edges: ${free} and click` },
  { title: "Place a hidden point", how: ({ add }) => `Keypoint tool: ${add} and click` },
];

/** The editors of objects in images, whatever their shape. */
export const strings = {
  help: {
    keys: "With a drawing tool, the arrow keys move a cross and Space draws there; Space puts a brush down and lifts it again. Enter finishes, Escape cancels. The objects are listed beside the image.",
    touch:
      "One finger draws with the chosen tool, two fingers move and zoom the image. The objects are listed below the image.",
  },
  gestures: GESTURES,
  loading: "Loading the image",
  tools: "Tools",
  lost: (tool: string) => `${tool}: the unfinished shape was discarded`,
  kept: {
    keys: (tool: string) => `${tool}: what was shown is kept. Ctrl+Z takes it back`,
    touch: (tool: string) => `${tool}: what was shown is kept. Undo takes it back`,
  },
  tool: (tool: string) => `${tool} tool`,
  draw: "Draw at the cross",
  drawOrLift: "Draw at the cross, or put down and lift the brush",
  drawMore: "Draw at the cross, as Shift and a click do",
  moveCross: "Move the cross",
  /** What keys do at the cross. */
  cross: {
    start: ({ press }: CrossKeys) => `Arrows show and move a cross, ${press} draws there`,
    draws: ({ press }: CrossKeys) => `${press} draws here`,
    drawing: ({ press, finish, cancel }: CrossKeys) =>
      `${press} draws here, ${finish} finishes, ${cancel} cancels`,
    up: (pen: string, { press }: CrossKeys) => `${pen} up. ${press} puts it down`,
    down: (pen: string, { press, cancel }: CrossKeys) =>
      `${pen} down. Arrows draw, ${press} lifts it, ${cancel} takes the stroke back`,
    lifted: (pen: string) => `${pen} up`,
  },
  finish: "Finish the shape",
  stepBack: "Remove the last point",
  cancel: "Cancel or deselect",
  canceled: "Canceled",
  discarded: "Discarded",
  chooseLabel: {
    keys: (noun: string) => `Choose a label for the new ${noun}, or press Escape to discard it.`,
    touch: (noun: string) => `Choose a label for the new ${noun}, or discard it.`,
  },
  /** `isFound`: a tool has found the shape and shows it. */
  unfinished: {
    keys: (isFound: boolean) =>
      `Press Enter to ${isFound ? "keep" : "finish"} the shape, or Escape to discard it.`,
    touch: (isFound: boolean) => `${isFound ? "Keep" : "Finish"} the shape, or discard it.`,
  },
  adjust: "Display settings",
  adjusted: "Display settings, image adjusted",
  adjustReset: "Reset brightness and contrast",
  brightness: "Brightness",
  contrast: "Contrast",
  opacity: "Opacity",
  tags: "Label on every object",
  crosshair: "Crosshair",
  toggleTags: "Show or hide the label on every object",
  toggleCrosshair: "Show or hide the crosshair",
  moreOpaque: "More opaque objects",
  lessOpaque: "Less opaque objects",
  percent: (value: number) => `${formatNumber(value)} %`,
  reset: "Reset",
  list: "Objects",
  none: "No objects yet. If the image shows none, submit it without objects.",
  noRegions: "No regions yet. If no label applies to the image, submit it without regions.",
  noneToDecide: (choice: string) =>
    `No objects yet. If the image shows none, choose “${choice}” in your answer.`,
  noneMade: "No objects",
  selected: "Selected objects",
  count: (objects: number, selected: number, areRegions: boolean) =>
    `${count(objects, areRegions ? REGIONS : OBJECTS)}${selected > 1 ? `, ${formatNumber(selected)} selected` : ""}`,
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
  front: "Draw over all others",
  back: "Draw beneath all others",
  repeatLabel: "Repeat the last label",
  zoomSelection: "Zoom to the selected objects",
  menu: "Actions for the selected objects",
  snap: "Snap to edges",
  noEdge: "No other edge is near. Zoom out to look farther away",
  remove: "Delete",
  move: "Move by 1 pixel",
  moveFar: "Move by 10 pixels",
  resize: "Resize by 1 pixel",
  /** The annotator with this number, as in an adjudication. */
  author: (number: number) => `Annotator ${formatNumber(number)}`,
  /** What stands beside an object: its label, its attributes, and the number of its annotator among several. */
  tagOf: (label: string, detail: string, author: number | undefined) =>
    [label, detail, author === undefined ? "" : formatNumber(author)]
      .filter((part) => part !== "")
      .join(" · "),
  states: { hidden: "hidden", locked: "locked", suggested: "suggested" },
  /** What was done to objects, after their name or number. */
  done: {
    added: "added",
    deleted: "deleted",
    duplicated: "duplicated",
    moved: "moved",
    pasted: "pasted",
    front: "drawn over all others",
    back: "drawn beneath all others",
    resized: "resized",
    snapped: "moved to edges",
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
  /** A label was chosen while a drawing tool shows the selected object. */
  nextLabel: (label: string, own: string) => ({
    keys: (key: string) =>
      `The next object is labeled ${label}. To change the selected ${own}, press ${key} first.`,
    touch: () =>
      `The next object is labeled ${label}. To change the selected ${own}, choose the select tool first.`,
  }),
  relabeled: (objects: number, label: string) =>
    objects === 1 ? `Label changed to ${label}` : `${formatNumber(objects)} labels changed to ${label}`,
  accepted: (suggestions: number) =>
    suggestions === 1 ? "Suggestion accepted" : `${formatNumber(suggestions)} suggestions accepted`,
};
