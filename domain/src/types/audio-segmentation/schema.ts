import Type, { type Static } from "typebox";
import { LabelName } from "../../labels.ts";
import { MAX_OBJECTS } from "../define-type.ts";

/** The maximum number of code points in the text of one segment. */
export const MAX_SEGMENT_TEXT = 10_000;

const Segment = Type.Object(
  {
    start: Type.Number({ minimum: 0, description: "Seconds from the beginning of the recording." }),
    end: Type.Number({ minimum: 0, description: "Seconds; after `start`." }),
    label: LabelName,
    text: Type.Optional(
      Type.String({ maxLength: MAX_SEGMENT_TEXT, description: "What is said in the segment." }),
    ),
  },
  { additionalProperties: false },
);
export type Segment = Static<typeof Segment>;

/** All segments of a recording, in any order, overlapping or not; an empty list is a valid answer. */
export const AudioSegmentationResult = Type.Object(
  {
    segments: Type.Array(Segment, {
      maxItems: MAX_OBJECTS,
      description: "In any order; may overlap; an empty list is a valid answer.",
    }),
  },
  {
    additionalProperties: false,
    description: "Every labeled segment of the recording, such as who speaks when.",
    examples: [{ segments: [{ start: 0.4, end: 2.75, label: "agent", text: "Good morning." }] }],
  },
);
export type AudioSegmentationResult = Static<typeof AudioSegmentationResult>;
