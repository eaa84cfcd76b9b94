import Type, { type Static } from "typebox";

const ScaleName = Type.String({ minLength: 1, maxLength: 200 });

/** One scale of a project. */
export const Scale = Type.Object(
  {
    name: ScaleName,
    min: Type.Number(),
    max: Type.Number({ description: "Greater than min" }),
    min_label: Type.Optional(
      Type.String({ maxLength: 200, description: "What the least value means, such as useless" }),
    ),
    max_label: Type.Optional(
      Type.String({ maxLength: 200, description: "What the greatest value means, such as very helpful" }),
    ),
    step: Type.Optional(
      Type.Number({
        exclusiveMinimum: 0,
        description: "Distance between two allowed values; default: 1.",
      }),
    ),
    kind: Type.Optional(
      Type.Enum(["ordinal", "numeric"], {
        description:
          "ordinal (default): only the order counts, labels are medians; numeric: labels are means",
      }),
    ),
  },
  { additionalProperties: false },
);
export type Scale = Static<typeof Scale>;

/** A rating project's `type_options`. */
export const RatingOptions = Type.Object(
  {
    scales: Type.Optional(
      Type.Array(Scale, {
        maxItems: 50,
        description:
          "The scales that every answer must rate; default: any names with whole numbers from 1 to 5",
      }),
    ),
  },
  { additionalProperties: false, examples: [{ scales: [{ name: "helpfulness", min: 1, max: 7 }] }] },
);
export type RatingOptions = Static<typeof RatingOptions>;

/** Values by the names of their scales. */
export const RatingResult = Type.Object(
  {
    ratings: Type.Record(Type.String({ pattern: "^[^\\n\\r]{1,200}$" }), Type.Number(), {
      maxProperties: 50,
      description: "A value for each scale of the project",
    }),
  },
  {
    additionalProperties: false,
    description: "How the item is rated.",
    examples: [{ ratings: { helpfulness: 4 } }],
  },
);
export type RatingResult = Static<typeof RatingResult>;
