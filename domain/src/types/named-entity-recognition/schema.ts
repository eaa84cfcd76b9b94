import Type, { type Static } from "typebox";
import { LabelName } from "../../labels.ts";
import { RelationName } from "../../relation-types.ts";
import { MAX_OBJECTS } from "../define-type.ts";

const Span = Type.Object(
  {
    start: Type.Integer({ minimum: 0, description: "Offset of the first character." }),
    end: Type.Integer({ minimum: 1, description: "Offset after the last character." }),
    label: LabelName,
  },
  {
    additionalProperties: false,
    description:
      "Offsets count Unicode code points from the start of the text (an emoji is one); end is exclusive.",
  },
);
export type Span = Static<typeof Span>;

const Relation = Type.Object(
  {
    from: Type.Integer({ minimum: 0, description: "Index in `spans`, from 0." }),
    to: Type.Integer({ minimum: 0, description: "Index in `spans`, from 0." }),
    label: RelationName,
  },
  { additionalProperties: false, description: "A directed relation between two spans." },
);
export type Relation = Static<typeof Relation>;

/** All spans of a text, in any order, overlapping or not; an empty list is a valid answer. */
export const NamedEntityResult = Type.Object(
  {
    spans: Type.Array(Span, {
      maxItems: MAX_OBJECTS,
      description: "In any order; may overlap; an empty list is a valid answer.",
    }),
    relations: Type.Optional(Type.Array(Relation, { maxItems: MAX_OBJECTS })),
  },
  {
    additionalProperties: false,
    description: "Every named span of the text.",
    examples: [{ spans: [{ start: 0, end: 5, label: "person" }] }],
  },
);
export type NamedEntityResult = Static<typeof NamedEntityResult>;
