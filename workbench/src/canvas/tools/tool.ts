import type { Box } from "@assay/domain/box.ts";
import type { Point } from "@assay/domain/outline.ts";
import type { Touch } from "../pointers.ts";
import type { Figure, Shape } from "../shape.ts";
import type { Size, View } from "../view.ts";

/** What a tool can use of the session. Hidden and locked shapes are left out. */
export interface ToolHost {
  readonly image: Size;
  readonly shapeOf: (key: string) => Shape | undefined;
  /** The keys of the shapes at a point, smallest first. */
  readonly at: (point: Point, reach: number) => readonly string[];
  readonly within: (area: Box) => readonly string[];
  readonly selection: () => ReadonlySet<string>;
  readonly select: (keys: Iterable<string>) => void;
  /** The color of the next drawing. */
  readonly color: () => string;
  /** Creates an object with the chosen label. */
  readonly add: (shape: Shape) => void;
  /** Changes the shapes of objects as one change with a name such as "Box moved". */
  readonly replace: (shapes: ReadonlyMap<string, Shape>, done: string) => void;
  /** Shows objects with temporary shapes; an empty map ends that. */
  readonly preview: (shapes: ReadonlyMap<string, Shape>) => void;
  /** Redraws the active layer, and tells panels whether a drawing was started. */
  readonly changed: () => void;
  /** Announces a message to screen readers. */
  readonly say: (text: string) => void;
  /** Shows a message that says why a shape is refused. */
  readonly refuse: (fault: string) => void;
}

/** Handles pointer events. A tool stays active after a shape, to draw the next one. */
export interface Tool {
  readonly id: string;
  /** The name on the button. */
  readonly title: string;
  readonly key: string;
  /** The CSS cursor. */
  readonly cursor: string;
  /** Whether it draws new shapes; existing shapes then ignore the pointer. */
  readonly isDrawing: boolean;
  /** It begins with a click, so that a drag of a handle is for the selected shape. */
  readonly hasHandles?: boolean;
  /** The name of what draws while the pointer is pressed, such as a brush. By keys one press puts it down and the next lifts it. */
  readonly pen?: string;
  readonly down: (touch: Touch) => void;
  readonly move: (touches: readonly Touch[]) => void;
  readonly up: (touch: Touch) => void;
  /** Finishes a shape with any number of points; false if there is none. */
  readonly finish?: () => boolean;
  /** Removes the last point; false if there is none. */
  readonly stepBack?: () => boolean;
  /** Finishes what would be lost as another tool is taken; true if the annotator should be told. */
  readonly keep?: () => boolean;
  /** Discards the current drawing; false if there is none. */
  readonly cancel: () => boolean;
  /** What `finish` does now, on a button for those who have no keyboard; undefined while there is nothing to finish. */
  readonly finishTitle?: () => string | undefined;
  /** Takes what is shown away from the chosen label, where that is possible; false if nothing is shown. */
  readonly erase?: () => boolean;
  readonly isBusy: () => boolean;
  /** Asks for what is described. */
  readonly askText?: (text: string) => void;
  readonly wheel?: (turns: number) => void;
  readonly paint?: (context: CanvasRenderingContext2D, view: View) => void;
}

/** How far a pointer may move during a click, in CSS pixels. */
export const CLICK = 4;

/** Half the side of the area where a handle can be grabbed, in CSS pixels. */
export const GRIP = 12;

export function isFar([x, y]: Point, [x2, y2]: Point, distance: number): boolean {
  return Math.hypot(x - x2, y - y2) > distance;
}

/** The current drawing as a figure. */
export function draft(shape: Shape, color: string): Figure {
  return { shape, color, isSuggestion: false, tag: "" };
}
