import Type, { type Static } from "typebox";

const Pixels = Type.Number({ minimum: -1_000_000, maximum: 1_000_000 });
const Length = Type.Number({ exclusiveMinimum: 0, maximum: 1_000_000 });

const AssistPrompt = Type.Object(
  {
    points: Type.Optional(
      Type.Array(
        Type.Object(
          {
            x: Pixels,
            y: Pixels,
            positive: Type.Boolean({ description: "Whether the point is on the object; false: beside it" }),
          },
          { additionalProperties: false },
        ),
        { maxItems: 100 },
      ),
    ),
    box: Type.Optional(
      Type.Object(
        { x: Pixels, y: Pixels, width: Length, height: Length },
        { additionalProperties: false, description: "Around the object" },
      ),
    ),
    polygon: Type.Optional(
      Type.Array(Type.Array(Pixels, { minItems: 2, maxItems: 2 }), {
        minItems: 3,
        maxItems: 1_000,
        description: "A rough outline",
      }),
    ),
    text: Type.Optional(Type.String({ minLength: 1, maxLength: 1_000, description: "What to look for" })),
    label: Type.Optional(Type.String({ minLength: 1, maxLength: 200, description: "Of the object" })),
  },
  {
    additionalProperties: false,
    minProperties: 1,
    title: "AssistPrompt",
    description: "What a person points at, in pixels of the upright image",
  },
);

export const AssistTask = Type.Object(
  {
    prompt: Type.Optional(AssistPrompt),
    current: Type.Optional(Type.Unknown({ description: "The result so far, for models that use it" })),
  },
  {
    additionalProperties: false,
    title: "AssistTask",
    description: "Without `prompt` the model only prepares the item, for example computes its embedding",
    examples: [{ prompt: { points: [{ x: 120, y: 80, positive: true }] } }],
  },
);
export type AssistTask = Static<typeof AssistTask>;

export const AssistedObjects = Type.Object(
  {
    objects: Type.Array(Type.Unknown(), {
      description:
        "As in a result of the annotation type, the spans of a text among them; empty where the model finds nothing, and after a preparation",
    }),
  },
  { title: "AssistedObjects" },
);
