/** Keys of the workbench, each with what it does. */
export type ReservedKeys = Readonly<Record<string, string>>;

/** Keys of the work page, whichever editor it shows. */
const EVERYWHERE: ReservedKeys = {
  "Ctrl+Enter": "submits the answer",
  "Ctrl+Shift+Space": "skips the item",
  "Ctrl+ArrowRight": "sets the item aside",
  "Ctrl+Shift+Backspace": "reopens the last answer",
  "Ctrl+Z": "undoes the last change",
  "Ctrl+Shift+Z": "repeats a change",
  "Ctrl+Y": "repeats a change",
  "Ctrl+S": "saves the draft",
  F2: "opens the guidelines",
  "Alt+C": "opens the comments",
  "Shift+Q": "goes to the questions",
  "Ctrl+K": "opens the list of actions",
  "?": "shows the list of keys",
  F1: "shows the list of keys",
  "/": "searches the labels",
};

const ZOOM: ReservedKeys = {
  I: "opens the image adjustments",
  "Shift+I": "resets the image adjustments",
  Z: "fits the image into the window",
  "Shift+Z": "shows the image at full size",
  "Ctrl++": "zooms in",
  "Ctrl+=": "zooms in",
  "Ctrl+-": "zooms out",
};

const STEPS: ReservedKeys = {
  "]": "selects the next object",
  "Alt+.": "selects the next object",
  "[": "selects the previous object",
  "Alt+,": "selects the previous object",
  Escape: "cancels",
  Delete: "deletes the selected objects",
  Backspace: "deletes the selected objects",
};

const ARROWS = ["ArrowLeft", "ArrowRight", "ArrowUp", "ArrowDown"];
const forArrows = (modifier: string, use: string): ReservedKeys =>
  Object.fromEntries(ARROWS.map((arrow) => [modifier + arrow, use]));

const DRAWING: ReservedKeys = {
  ...ZOOM,
  ...STEPS,
  "Shift+A": "accepts suggestions",
  "Shift+T": "shows the label on every object",
  "Shift+X": "shows the crosshair",
  Q: "repeats the last label",
  F: "zooms to the selected objects",
  V: "takes the select tool",
  H: "hides the selected objects",
  "Shift+H": "hides all objects",
  L: "locks the selected objects",
  "Shift+L": "locks all objects",
  "Ctrl+A": "selects all objects",
  Enter: "finishes the shape",
  Space: "draws at the cross",
  "Shift+Space": "draws at the cross",
  ...forArrows("", "moves the selected objects"),
  ...forArrows("Shift+", "moves the selected objects"),
};

const MOVING: ReservedKeys = {
  ...DRAWING,
  W: "asks the model",
  "Ctrl+C": "copies the selected objects",
  "Ctrl+V": "pastes objects",
  "Ctrl+Shift+V": "pastes objects in place",
  "Ctrl+D": "duplicates the selected objects",
  "Shift+F": "draws the selected objects over all others",
  "Shift+G": "draws the selected objects beneath all others",
  ...forArrows("Alt+", "resizes the selected objects"),
};

const BY_PIXELS: ReservedKeys = {
  "Shift+B": "finds the thing in a box",
  "Shift+C": "draws an outline along edges",
  "Shift+W": "takes the magic wand",
  "Shift+U": "looks everywhere for a color",
  ",": "lowers the tolerance",
  ".": "raises the tolerance",
};

/** Keys of the editors that have labels, by annotation type. */
const BY_TYPE: Readonly<Record<string, ReservedKeys>> = {
  image_classification: ZOOM,
  multilabel_classification: ZOOM,
  named_entity_recognition: {
    ...STEPS,
    ArrowRight: "goes to the text",
    ArrowDown: "goes to the text",
    T: "relates two spans",
    "Shift+O": "labels all occurrences",
    "Shift+Alt+O": "labels all occurrences in any case",
    "Shift+H": "labels all hits",
    "Ctrl+F": "finds in the text",
    F3: "goes to the next hit",
    "Shift+F3": "goes to the previous hit",
    "Shift+S": "snaps to words",
    "Shift+D": "brings the lines close together",
    ...forArrows("Shift+Alt+", "changes the ends of the span"),
  },
  object_detection: {
    ...MOVING,
    B: "takes the box tool",
    "Shift+B": "adds a box",
    "Shift+S": "moves the sides of the selected boxes to edges",
    R: "takes the tool for turned boxes",
  },
  polygon: {
    ...MOVING,
    P: "takes the polygon tool",
    O: "cuts the polygon out of others",
    "Shift+O": "takes away what others cover",
    X: "splits along a line",
    "Shift+M": "merges the selected polygons",
    "Shift+S": "simplifies the selected polygons",
    ...BY_PIXELS,
  },
  keypoint: {
    ...MOVING,
    K: "takes the keypoint tool",
    S: "places a whole skeleton",
    ".": "leaves out a point",
  },
  semantic_segmentation: {
    ...DRAWING,
    ...BY_PIXELS,
    "Shift+Enter": "erases what the wand found",
    W: "asks the model",
    M: "takes the brush",
    E: "takes the eraser",
    P: "fills an outline",
    "Shift+P": "erases within an outline",
    G: "fills an enclosed area",
    U: "paints only what has no label",
    N: "starts a new mask",
    ",": "makes the brush smaller",
    ".": "makes the brush larger",
  },
  audio_segmentation: {
    ...STEPS,
    Space: "plays or pauses",
    ArrowLeft: "goes back",
    ArrowRight: "goes forward",
    "Shift+ArrowLeft": "goes back",
    "Shift+ArrowRight": "goes forward",
    "<": "plays slower",
    ">": "plays faster",
    ArrowUp: "plays louder",
    ArrowDown: "plays quieter",
    "Ctrl++": "zooms in",
    "Ctrl+=": "zooms in",
    "Ctrl+-": "zooms out",
    Z: "fits the recording into the window",
    "Shift+Z": "zooms to the segment",
    PageUp: "scrolls back",
    PageDown: "scrolls forward",
    Enter: "plays the segment",
    "Shift+G": "shows the spectrogram",
    "Shift+L": "plays in a loop",
    "Shift+S": "snaps to silence",
    "Shift+I": "moves the start of the segment",
    "Shift+O": "moves the end of the segment",
    I: "starts a segment",
    O: "ends the segment",
  },
};

/** The keys that no label of a project of the type can have: its editor and the work page use them. */
export function reservedKeys(annotation_type: string): ReservedKeys {
  return { ...EVERYWHERE, ...BY_TYPE[annotation_type] };
}

/** What the type's editor uses a hotkey for; undefined if a label can have it. Upper and lower case are the same key. */
export function reservedFor(annotation_type: string, hotkey: string): string | undefined {
  const key = normalizedKey(hotkey);
  return Object.entries(reservedKeys(annotation_type)).find(([name]) => normalizedKey(name) === key)?.[1];
}

/** The same text for the same key: `KeyB` is `b`, `Digit1` is `1`, and neither case nor the order of modifiers counts. */
export function normalizedKey(key: string): string {
  const last = key.endsWith("++") ? "+" : (key.split("+").at(-1) ?? "");
  const modifiers = key.slice(0, -last.length).split("+").filter(Boolean).sort();
  return [...modifiers, last.replace(/^(Key(?=[A-Z]$)|Digit(?=\d$))/, "")].join("+").toLowerCase();
}
