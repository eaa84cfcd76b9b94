import type { Point } from "@assay/domain/outline.ts";
import type { Shape } from "../../canvas/shape.ts";
import type { PickableLabel } from "../labels/pickable.ts";
import type { LabeledObject } from "./entry.ts";

/** How objects of an annotation type become shapes, and back. */
export interface ObjectKind<O extends LabeledObject> {
  /** The name of one object: "Box". */
  readonly noun: string;
  readonly shapeOf: (object: O) => Shape;
  /** The object with that shape: a new one, or `before` with the new shape. */
  readonly objectOf: (shape: Shape, label: string, before: O | undefined) => O;
  /** What is known of an object besides its label, to stand beside it; empty if nothing is. */
  readonly detailOf?: (object: O) => string;
  /** Whether objects can be moved and copied. */
  readonly isMovable: boolean;
  /** Several objects of one label are told apart by a color for each; false means that a label has one object, its region, and absent that its objects share a color. */
  readonly areInstances?: boolean;
}

/** How the image and the objects are shown; kept per project in this browser. */
export interface Look {
  /** Of the image; 1 means unchanged, as for the contrast. */
  readonly brightness: number;
  readonly contrast: number;
  /** The opacity of fills, 0 to 1; undefined is the usual one. */
  readonly opacity: number | undefined;
  /** The labels of all objects are always written beside them. */
  readonly hasTags: boolean;
  /** Lines across the image show where the pointer of a drawing tool is. */
  readonly hasCrosshair: boolean;
}

export const PLAIN_LOOK: Look = {
  brightness: 1,
  contrast: 1,
  opacity: undefined,
  hasTags: false,
  hasCrosshair: true,
};

/** The state that panels show besides the objects. */
export interface SessionState {
  readonly selection: ReadonlySet<string>;
  readonly hidden: ReadonlySet<string>;
  readonly locked: ReadonlySet<string>;
  /** The label of the next drawing; undefined if the annotator must choose one. */
  readonly label: string | undefined;
  readonly tool: string;
  /** A shape is being drawn. */
  readonly isBusy: boolean;
  /** What finishing it does; undefined while nothing can be finished by a button. */
  readonly finishTitle: string | undefined;
  /** A shape that waits for its label. */
  readonly pending: Shape | undefined;
  /** Where a menu for the selected objects is open, in CSS pixels from the corner of the canvas. */
  readonly menu: Point | undefined;
  /** The position of the keyboard's cross in image pixels. */
  readonly cross: Point | undefined;
  /** The answer cannot be changed. */
  readonly isReadOnly: boolean;
  /** At first an answer was only shown, as in an audit or an adjudication: the labels then stay written beside the objects. */
  readonly wasShown: boolean;
  /** The objects of several people are shown, and told apart. */
  readonly areSeveral: boolean;
  /** Why the last shape was refused; cleared at the next press. */
  readonly fault: string | undefined;
  readonly said: string;
}

/** The state before anything is done; the tool is chosen by the session. */
export function firstState(
  labels: readonly PickableLabel[],
  { isReadOnly, wasShown }: Pick<SessionState, "isReadOnly" | "wasShown">,
): SessionState {
  return {
    ...{ selection: new Set(), hidden: new Set(), locked: new Set(), isBusy: false, areSeveral: false },
    ...{ label: labels.length === 1 ? labels[0]?.name : undefined, tool: "", pending: undefined },
    ...{ menu: undefined, cross: undefined, isReadOnly, wasShown },
    ...{ finishTitle: undefined, fault: undefined, said: "" },
  };
}
