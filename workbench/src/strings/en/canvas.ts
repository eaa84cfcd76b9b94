import { count, formatNumber } from "../format.ts";

/** The drawing tools of images, and what they announce. */
export const strings = {
  tools: {
    select: "Select",
    box: "Box",
    rotatedBox: "Rotated box",
    polygon: "Polygon",
    split: "Split along a line",
    keypoints: "Keypoints, one by one",
    skeleton: "Whole skeleton in a box",
    brush: "Brush",
    eraser: "Eraser (this label)",
    fillOutline: "Fill an outline",
    eraseOutline: "Erase within an outline",
    bucket: "Fill an enclosed area",
    assist: "Ask the model",
    wand: "Magic wand",
    wire: "Outline along edges",
    grab: "Find the thing in a box",
  },
  done: {
    pointMoved: "point moved",
    cornerMoved: "corner moved",
    cornerAdded: "corner added",
    cornerRemoved: "corner removed",
  },
  keypoints: {
    placed: (name: string, next: string) => `${name} placed, now ${next}`,
    leftOut: (name: string) => `${name} left out`,
    now: (name: string) => `Now ${name}`,
  },
  assist: {
    asking: "Asking the model",
    found: "Press Enter to keep the shape, Escape to discard it, or click again to correct it",
    foundAll: (shapes: number) =>
      `${count(shapes, { one: "shape", other: "shapes" })}. Press Enter to keep all, Escape to discard them, or describe something else`,
    text: "What to look for",
    ask: "Ask",
    oneLabel: "Choose the label of these shapes first",
    nothing: "The model finds nothing here. Click elsewhere, or drag a box",
  },
  wand: {
    tolerance: (tolerance: number) => `Tolerance ${tolerance}`,
    found: (pixels: number, tolerance: number) =>
      `${formatNumber(pixels)} pixels at tolerance ${tolerance}. Press Enter to keep them, Escape to discard them`,
    part: (share: number) =>
      `The image is large: the wand looks only at what is in view, at ${Math.round(share * 100)} % of its resolution`,
    pieces: "This region has too many pieces. Change the tolerance, or zoom in",
    noArea: "There is no area large enough for a polygon here. Raise the tolerance",
    oneLabel: "These are several polygons. Choose their label first",
    notLoaded: "The image is not loaded yet. Try again in a moment",
    slider: (less: string, more: string) => `Tolerance ( ${less} and ${more} )`,
    less: "Lower tolerance",
    more: "Higher tolerance",
    everywhere: "Everywhere in the image",
  },
  grab: {
    looking: "Looking for the thing in the box",
    found: (pixels: number) =>
      `${formatNumber(pixels)} pixels. Press Enter to keep them, Escape to discard them, or draw another box`,
    part: (share: number) =>
      `The box is large: its content was looked at at ${Math.round(share * 100)} % of the resolution. Press Enter to keep the region`,
    pieces: "What stands out has too many pieces. Draw a smaller box",
    nothing: "Nothing stands out in this box. Draw it around the whole thing, with some of what is around it",
  },
  keep: "Keep",
  close: "Close the outline",
  erase: "Erase",
  discard: "Discard",
  brushSize: (pixels: number) => `Brush ${formatNumber(pixels)} pixels wide`,
  faults: {
    corners: "An outline needs at least three corners",
    crosses: "The outline crosses itself. Remove the last corner (Backspace)",
    rounded: "The result would cross itself. Move a corner, then try again",
    noCanvas: "This browser has no 2D canvas.",
    noValue: (index: number) => `There is no value ${index}.`,
  },
};
