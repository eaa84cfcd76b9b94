import type { Attributes } from "./attribute-text.ts";
import { isBoxes, type LabeledBox } from "./results.ts";

/** What readers of CVAT's files take for the degrees by which a box is turned. */
const ROTATION = "rotation";

/**
 * The attributes of a box with its rotation (degrees clockwise) among them, as CVAT writes them. An attribute of the box that has this
 * name too is left out if it would be taken for the rotation.
 */
export function turnedAttributes({ bbox: { rotation }, attributes = {} }: LabeledBox): Attributes {
  if (rotation !== undefined) return { ...attributes, rotation };
  if (!isTakenForRotation(attributes)) return attributes;
  const { [ROTATION]: _, ...others } = attributes;
  return others;
}

/** Whether `turnedAttributes` leaves out an attribute of a box of the result. */
export function losesRotationAttribute(result: unknown): boolean {
  if (!isBoxes(result)) return false;
  return result.objects.some(
    ({ bbox, attributes = {} }) =>
      ROTATION in attributes && (bbox.rotation !== undefined || isTakenForRotation(attributes)),
  );
}

function isTakenForRotation(attributes: Attributes): boolean {
  return typeof attributes[ROTATION] === "number";
}
