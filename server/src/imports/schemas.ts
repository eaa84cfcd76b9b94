import Type, { type Static } from "typebox";
import { ANSWER } from "../annotations/schemas.ts";
import { answer, Metadata, nullable } from "../platform/http/wire.ts";

const NAME = { minLength: 1, maxLength: 255 };
const ItemName = {
  item_id: Type.Optional(Type.String({ ...NAME, description: "This or external_id" })),
  external_id: Type.Optional(Type.String(NAME)),
};
const Result = answer(ANSWER);

const AnswerLine = Type.Object(
  {
    ...ItemName,
    annotator: Type.Optional(
      Type.String({
        minLength: 1,
        maxLength: 200,
        description: "The annotator: a member id or an external id. Default: the member of your key",
      }),
    ),
    result: Result,
    fields: Type.Optional(Metadata),
  },
  { additionalProperties: false, title: "ImportedAnswer" },
);
const PredictionLine = Type.Object(
  {
    ...ItemName,
    model: Type.String({ minLength: 1, maxLength: 200 }),
    score: Type.Optional(nullable(Type.Number({ minimum: 0, maximum: 1 }))),
    result: Result,
  },
  { additionalProperties: false, title: "ImportedPrediction" },
);
const GoldLine = Type.Object(
  { ...ItemName, result: Result, fields: Type.Optional(Metadata) },
  { additionalProperties: false, title: "ImportedGold" },
);

export const ImportAnswers = Type.Object(
  { annotations: Type.Array(AnswerLine) },
  { additionalProperties: false, title: "ImportAnswers" },
);
export const ImportPredictions = Type.Object(
  { predictions: Type.Array(PredictionLine) },
  { additionalProperties: false, title: "ImportPredictions" },
);
export const ImportGold = Type.Object(
  { gold: Type.Array(GoldLine) },
  { additionalProperties: false, title: "ImportGold" },
);

export const DryRunQuery = Type.Object({
  dry_run: Type.Boolean({ default: false, description: "True: check the lines but store nothing" }),
});

export const Imported = Type.Object(
  {
    imported: Type.Integer({ description: "Lines stored: all, or none in a dry run" }),
    would_import: Type.Optional(
      Type.Integer({ description: "In a dry run: lines that would have been stored" }),
    ),
    items_accepted: Type.Optional(
      Type.Integer({ description: "For answers: items that got their label, or would in a real run" }),
    ),
  },
  { title: "Imported" },
);
export type Imported = Static<typeof Imported>;
