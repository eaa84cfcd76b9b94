import type { Point } from "@assay/domain/outline.ts";
import type { Shape } from "../../canvas/shape.ts";
import type { LabelledObject } from "./entry.ts";

/** How the objects of a type are drawn and kept. */
export interface ObjectKind<O extends LabelledObject> {
  /** What one is called: "Box". */
  readonly noun: string;
  readonly shapeOf: (object: O) => Shape;
  /** The object of that shape: a new one, or `before` with it. */
  readonly objectOf: (shape: Shape, label: string, before: O | undefined) => O;
  /** Whether its objects can be moved and copied. */
  readonly isMovable: boolean;
}

/** What panels show of a session besides the objects. */
export interface SessionState {
  readonly selection: ReadonlySet<string>;
  readonly hidden: ReadonlySet<string>;
  readonly locked: ReadonlySet<string>;
  /** The label of what is drawn next; undefined where it is to be asked for. */
  readonly label: string | undefined;
  readonly tool: string;
  /** A shape is begun. */
  readonly isBusy: boolean;
  /** A shape that waits for its label, and where on the page it ends. */
  readonly pending: { readonly shape: Shape; readonly place: Point } | undefined;
  /** Where the keyboard's cross is, in pixels of the image. */
  readonly cross: Point | undefined;
  /** Nothing may be changed. */
  readonly isReadOnly: boolean;
  /** Why the last shape was not taken, until the next press. */
  readonly fault: string | undefined;
  readonly said: string;
}
