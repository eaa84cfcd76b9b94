/** The editor of boxes. */
export const strings = {
  noun: "Box",
  add: "Add a box",
  /** On its button, short for "Snap to edges". */
  snap: "Snap",
  place: "Position and size",
  width: "Width",
  height: "Height",
  angle: "Angle",
  required: (attribute: string) => `${attribute} (required)`,
  attributes: "Attributes",
  attributeChanged: (attribute: string) => `${attribute} changed`,
  sideChanged: (side: string, pixels: number) => `${side} ${pixels}`,
  rotated: (degrees: number) => `rotated to ${degrees} degrees`,
};
