import type { Box } from "@assay/domain/box.ts";
import type { Point } from "@assay/domain/outline.ts";
import type { Touch } from "../pointers.ts";
import type { Figure, Shape } from "../shape.ts";
import type { Size, View } from "../view.ts";

/** What a tool may see and do. Shapes that are hidden or locked do not exist for it. */
export interface ToolHost {
  readonly image: Size;
  readonly shapeOf: (key: string) => Shape | undefined;
  /** Keys of the shapes at a point, the smallest first. */
  readonly at: (point: Point, reach: number) => readonly string[];
  readonly within: (area: Box) => readonly string[];
  readonly selection: () => ReadonlySet<string>;
  readonly select: (keys: Iterable<string>) => void;
  /** The colour of what would be drawn now. */
  readonly colour: () => string;
  /** Makes a shape an object, under the label that is chosen. */
  readonly add: (shape: Shape) => void;
  /** Gives objects new shapes, as one change under a name such as "Box moved". */
  readonly replace: (shapes: ReadonlyMap<string, Shape>, done: string) => void;
  /** Shows objects in shapes that are not theirs yet; none ends that. */
  readonly preview: (shapes: ReadonlyMap<string, Shape>) => void;
  /** Draws what is active anew, and lets panels know whether a shape is begun. */
  readonly changed: () => void;
  /** Says something to who cannot see it, or why something was not done. */
  readonly say: (text: string) => void;
  /** Says, for all to see, why a shape is not taken. */
  readonly refuse: (fault: string) => void;
}

/** What a pointer does. A tool stays armed: after a shape the next one can be drawn at once. */
export interface Tool {
  readonly id: string;
  /** What the button says. */
  readonly title: string;
  readonly key: string;
  /** Of the pointer, as CSS has it. */
  readonly cursor: string;
  /** Whether it draws new shapes, which others then do not get in the way of. */
  readonly isDrawing: boolean;
  readonly down: (touch: Touch) => void;
  readonly move: (touches: readonly Touch[]) => void;
  readonly up: (touch: Touch) => void;
  /** Ends a shape of any number of points; false where there is none to end. */
  readonly finish?: () => boolean;
  /** Takes the last point back; false where there is none. */
  readonly stepBack?: () => boolean;
  /** Drops what was begun; false where nothing was. */
  readonly cancel: () => boolean;
  readonly isBusy: () => boolean;
  readonly wheel?: (turns: number) => void;
  readonly paint?: (context: CanvasRenderingContext2D, view: View) => void;
}

/** CSS pixels that a pointer may move in a click. */
export const CLICK = 4;

/** Half of the side of what a handle is taken hold of in, in CSS pixels. */
export const GRIP = 12;

export function isFar([x, y]: Point, [x2, y2]: Point, distance: number): boolean {
  return Math.hypot(x - x2, y - y2) > distance;
}

/** What is drawn at the moment, as a figure. */
export function draft(shape: Shape, colour: string): Figure {
  return { shape, colour, isSuggestion: false, tag: "" };
}
