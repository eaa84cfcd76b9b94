import { count, formatNumber } from "../format.ts";

const SHAPES = { one: "shape", other: "shapes" };

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
  pen: {
    brush: "Brush",
    eraser: "Eraser",
    takenBack: "Stroke taken back",
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
    willBe: (name: string, isHidden: boolean) =>
      isHidden ? `${name} will be placed as hidden` : `${name} will be placed as visible`,
  },
  assist: {
    asking: "Asking the model",
    found: {
      keys: "Press Enter to keep the shape, Escape to discard it, or click again to correct it",
      touch: "Keep the shape, discard it, or touch the image again to correct it",
    },
    foundAll: {
      keys: (shapes: number) =>
        `${count(shapes, SHAPES)}. Press Enter to keep all, Escape to discard them, or describe something else`,
      touch: (shapes: number) =>
        `${count(shapes, SHAPES)}. Keep all, discard them, or describe something else`,
    },
    text: "What to look for",
    ask: "Ask",
    oneLabel: "Choose the label of these shapes first",
    nothing: "The model finds nothing here. Try another place, or drag a box",
  },
  wand: {
    tolerance: (tolerance: number) => `Tolerance ${tolerance}`,
    found: {
      keys: (pixels: number, tolerance: number) =>
        `${formatNumber(pixels)} pixels found at tolerance ${tolerance}. Enter keeps them, Escape discards them`,
      touch: (pixels: number, tolerance: number) =>
        `${formatNumber(pixels)} pixels found at tolerance ${tolerance}. Keep or discard them`,
    },
    part: (share: number) =>
      `The image is large: the wand looks only at what is in view, at ${Math.round(share * 100)} % of its resolution`,
    pieces: "This region has too many pieces. Change the tolerance, or zoom in",
    noArea: "There is no area large enough for a polygon here. Raise the tolerance",
    oneLabel: "These are several polygons. Choose their label first",
    notLoaded: "The image is not loaded yet. Try again in a moment",
    slider: "Tolerance",
    less: "Magic wand: lower tolerance",
    more: "Magic wand: higher tolerance",
    toggle: "Magic wand: everywhere in the image, or only what hangs together",
    everywhere: "Everywhere in the image",
  },
  grab: {
    looking: "Looking for the thing in the box",
    found: {
      keys: (pixels: number) =>
        `${formatNumber(pixels)} pixels found. Enter keeps them, Escape discards them`,
      touch: (pixels: number) => `${formatNumber(pixels)} pixels found. Keep or discard them`,
    },
    part: (share: number) =>
      `The box is large, so its content was analyzed at ${Math.round(share * 100)} % of the resolution`,
    pieces: "What stands out has too many pieces. Draw a smaller box",
    nothing: "Nothing stands out in this box. Draw it around the whole thing, with some of what is around it",
  },
  keep: "Keep",
  finish: "Finish the shape",
  erase: "Erase",
  discard: "Discard",
  stepBack: "One step back",
  brushSize: (pixels: number) => `Brush ${formatNumber(pixels)} pixels wide`,
  faults: {
    noSize: "A shape that begins and ends at one place has no size. Move to the opposite corner first",
    corners: "An outline needs at least three corners",
    crosses: "The outline crosses itself. Remove the last corner",
    rounded: "The result would cross itself. Move a corner, then try again",
    tooManyCorners: (corners: number, most: number) =>
      `These polygons have ${formatNumber(corners)} corners, more than ${formatNumber(most)}. Simplify them first`,
    noCanvas: "This browser has no 2D canvas.",
    noValue: (index: number) => `There is no value ${index}.`,
  },
};
