import Type, { type Static } from "typebox";
import { LabelName } from "../../labels.ts";
import { MAX_OBJECTS } from "../define-type.ts";

const Side = Type.Integer({ minimum: 1, maximum: 100_000 });

/** What a project can choose. Others than these are stored and mean nothing, as in projects from before there were any. */
export const SegmentationOptions = Type.Object(
  {
    instances: Type.Optional(
      Type.Boolean({
        description:
          "true: each mask is one object, so an image can have several of a label; false (default): masks with the same label are one region",
      }),
    ),
  },
  { examples: [{ instances: true }] },
);
export type SegmentationOptions = Static<typeof SegmentationOptions>;

/** Masks by label. */
export const SegmentationResult = Type.Object(
  {
    objects: Type.Array(
      Type.Object(
        {
          label: LabelName,
          rle: Type.Object(
            {
              size: Type.Unsafe<[number, number]>(
                Type.Array(Side, { minItems: 2, maxItems: 2, description: "Height and width of the image" }),
              ),
              counts: Type.String({ maxLength: 5_242_880, description: "COCO's compressed run lengths" }),
            },
            { additionalProperties: false },
          ),
        },
        { additionalProperties: false },
      ),
      {
        maxItems: MAX_OBJECTS,
        description: "Masks with the same label are one region, unless `type_options.instances` is true",
      },
    ),
  },
  {
    additionalProperties: false,
    description: "Which pixels of the image show what.",
    examples: [{ objects: [{ label: "road", rle: { size: [2, 3], counts: "2111" } }] }],
  },
);
export type SegmentationResult = Static<typeof SegmentationResult>;
