import Type, { type Static } from "typebox";
import { LabelName } from "../../labels.ts";
import { MAX_OBJECTS } from "../define-type.ts";

/** The maximum number of attributes of an object. */
export const MAX_ATTRIBUTES = 50;

const AttributeValue = Type.Union([
  Type.String({ maxLength: 1_000 }),
  Type.Number(),
  Type.Boolean(),
  Type.Array(Type.String({ maxLength: 1_000 }), { maxItems: 100 }),
]);

const BoundingBox = Type.Object(
  {
    x: Type.Number({ description: "Left edge, in pixels from the left of the upright image." }),
    y: Type.Number({ description: "Top edge, in pixels from the top of the upright image." }),
    width: Type.Number({ exclusiveMinimum: 0, description: "In pixels." }),
    height: Type.Number({ exclusiveMinimum: 0, description: "In pixels." }),
    rotation: Type.Optional(
      Type.Number({
        minimum: -360,
        maximum: 360,
        description:
          "Degrees clockwise about the center of the box; 0 where absent. The other four describe the box before it is turned.",
      }),
    ),
  },
  { additionalProperties: false, description: "A box that lies within the image before it is turned." },
);

const DetectedObject = Type.Object(
  {
    label: LabelName,
    bbox: BoundingBox,
    attributes: Type.Optional(
      Type.Record(Type.String(), AttributeValue, {
        additionalProperties: false,
        maxProperties: MAX_ATTRIBUTES,
        description: "Further facts about the object, by name.",
      }),
    ),
  },
  { additionalProperties: false },
);
export type DetectedObject = Static<typeof DetectedObject>;

/** All objects of an image, in any order; an empty list is a valid answer. */
export const ObjectDetectionResult = Type.Object(
  {
    objects: Type.Array(DetectedObject, {
      maxItems: MAX_OBJECTS,
      description: "An empty list is a valid answer.",
    }),
  },
  {
    additionalProperties: false,
    description: "Every object in the image with its label and its box.",
    examples: [{ objects: [{ label: "car", bbox: { x: 12, y: 30.5, width: 80, height: 45 } }] }],
  },
);
export type ObjectDetectionResult = Static<typeof ObjectDetectionResult>;
