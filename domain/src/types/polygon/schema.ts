import Type, { type Static } from "typebox";
import { LabelName } from "../../labels.ts";
import type { Point } from "../../outline.ts";
import { MAX_OBJECTS } from "../define-type.ts";

/** The maximum number of points in one line. */
export const MAX_POINTS = 10_000;
/** The maximum number of holes in one object. */
export const MAX_HOLES = 1_000;

const PolygonPoint = Type.Unsafe<Point>(
  Type.Array(Type.Number(), {
    minItems: 2,
    maxItems: 2,
    description: "`[x, y]` in pixels of the upright image, origin top left.",
  }),
);

const PolygonLine = (description: string) =>
  Type.Array(PolygonPoint, { minItems: 3, maxItems: MAX_POINTS, description });

const PolygonObject = Type.Object(
  {
    label: LabelName,
    points: PolygonLine(
      "The outline; the last point is joined to the first. It may touch itself, but not cross itself.",
    ),
    holes: Type.Optional(
      Type.Array(PolygonLine("The outline of a hole."), {
        maxItems: MAX_HOLES,
        description:
          "Holes: parts within the outline that do not belong to the object; they must not overlap.",
      }),
    ),
  },
  { additionalProperties: false },
);
export type PolygonObject = Static<typeof PolygonObject>;

/** All objects of an image, in any order; an empty list is a valid answer. */
export const PolygonResult = Type.Object(
  {
    objects: Type.Array(PolygonObject, {
      maxItems: MAX_OBJECTS,
      description: "An empty list is a valid answer.",
    }),
  },
  {
    additionalProperties: false,
    description: "Every object in the image with its label and its outline.",
    examples: [
      {
        objects: [
          {
            label: "car",
            points: [
              [12, 30.5],
              [92, 30.5],
              [92, 75],
            ],
          },
        ],
      },
    ],
  },
);
