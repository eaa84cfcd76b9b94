import { formatNumber } from "../format.ts";

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
    nothing: "The model finds nothing here. Click elsewhere, or drag a box",
  },
  brushSize: (pixels: number) => `Brush ${formatNumber(pixels)} pixels wide`,
  faults: {
    corners: "An outline needs at least three corners",
    crosses: "The outline crosses itself. Remove the last corner (Backspace)",
    rounded: "The result would cross itself. Move a corner, then try again",
    noCanvas: "This browser has no 2D canvas.",
    noValue: (index: number) => `There is no value ${index}.`,
  },
};
