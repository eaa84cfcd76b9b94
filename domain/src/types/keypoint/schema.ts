import Type, { type Static } from "typebox";
import { LabelName } from "../../labels.ts";
import { MAX_OBJECTS } from "../define-type.ts";

/** The maximum number of points in an object; COCO's whole body has 133. */
export const MAX_KEYPOINTS = 200;

/** 0: not labeled, the coordinates have no meaning; 1: labeled but hidden; 2: labeled and visible. */
export const VISIBILITIES: readonly number[] = [0, 1, 2];

/** `[x, y, visibility]`. */
export type Keypoint = readonly [number, number, number];

const KeypointName = Type.String({ minLength: 1, maxLength: 100, description: "The name of a point." });

const KeypointValue = Type.Unsafe<Keypoint>(
  Type.Array(Type.Number(), {
    minItems: 3,
    maxItems: 3,
    description:
      "`[x, y, visibility]`: pixels of the upright image, origin top left; 0 = not labeled, 1 = hidden, 2 = visible.",
  }),
);

const KeypointObject = Type.Object(
  {
    label: LabelName,
    points: Type.Record(Type.String(), KeypointValue, {
      additionalProperties: false,
      maxProperties: MAX_KEYPOINTS,
      description: "By name; omitted points are not labeled. At least one point must be labeled.",
    }),
  },
  { additionalProperties: false },
);
export type KeypointObject = Static<typeof KeypointObject>;

/** All objects of an image, in any order; an empty list is a valid answer. */
export const KeypointResult = Type.Object(
  {
    objects: Type.Array(KeypointObject, {
      maxItems: MAX_OBJECTS,
      description: "An empty list is a valid answer.",
    }),
  },
  {
    additionalProperties: false,
    description: "Every object in the image with its label and its points.",
    examples: [
      { objects: [{ label: "person", points: { left_eye: [12, 30.5, 2], right_eye: [20, 31, 1] } }] },
    ],
  },
);

/** The keypoints that a project asks for. */
export const KeypointOptions = Type.Object(
  {
    keypoints: Type.Optional(
      Type.Array(KeypointName, {
        maxItems: MAX_KEYPOINTS,
        description: "The names of the points, in the order of exports; empty: points of any name.",
      }),
    ),
    skeleton: Type.Optional(
      Type.Array(Type.Array(KeypointName, { minItems: 2, maxItems: 2 }), {
        maxItems: 10 * MAX_KEYPOINTS,
        description: "The pairs of points that a line joins, by name.",
      }),
    ),
    sigmas: Type.Optional(
      Type.Array(Type.Number({ exclusiveMinimum: 0, maximum: 1 }), {
        maxItems: MAX_KEYPOINTS,
        description:
          "For each of `keypoints`, how far apart people place it (OKS), as a share of the object's size; default: COCO's values for its 17 names, .05 for others.",
      }),
    ),
  },
  { additionalProperties: false },
);
export type KeypointOptions = Static<typeof KeypointOptions>;
