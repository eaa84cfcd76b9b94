import Type from "typebox";

export const AskAudit = Type.Object(
  { level: Type.String({ maxLength: 100, description: "basic, standard, premium or elite" }) },
  { additionalProperties: false, title: "AskAudit", examples: [{ level: "standard" }] },
);

export const ReworkBatch = Type.Object(
  {
    reason: Type.Optional(
      Type.String({
        minLength: 1,
        maxLength: 2_000,
        description:
          "Why the batch goes back. Shown to the earlier annotators of the returned items, and kept in `sent_back`",
      }),
    ),
  },
  {
    additionalProperties: false,
    title: "ReworkBatch",
    examples: [{ reason: "Boxes must not include the shadow" }],
  },
);

export const AmendBatch = Type.Object(
  {
    item_ids: Type.Array(Type.String({ maxLength: 50 }), {
      minItems: 1,
      maxItems: 10_000,
      uniqueItems: true,
      description: "The items to answer again",
    }),
    reason: Type.Optional(
      Type.String({
        ...{ minLength: 1, maxLength: 2_000 },
        description: "What is wrong with them. Their earlier annotators read it above each",
      }),
    ),
  },
  {
    additionalProperties: false,
    title: "AmendBatch",
    examples: [{ item_ids: ["item_01JD3W8Q9V6T2R4M5N7P8X0YZC"], reason: "The van is labeled as a car" }],
  },
);
