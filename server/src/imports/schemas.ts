import { CLIP_PIXELS } from "@assay/domain/types/object-detection/clip.ts";
import Type, { type Static } from "typebox";
import { ANSWER } from "../annotations/schemas.ts";
import { Usage } from "../items/schemas.ts";
import { answer, Metadata, nullable, Timestamp } from "../platform/http/wire.ts";
import { MAX_NAMED } from "./faults.ts";
import { FOREIGN_FORMATS } from "./foreign-source.ts";
import { MAX_ACTIVE_MS, MAX_FLOAT, MAX_LABEL_SCORES, MAX_VECTOR } from "./line.ts";

const NAME = { minLength: 1, maxLength: 255 };
const ItemName = {
  item_id: Type.Optional(Type.String({ ...NAME, description: "This, external_id or filename" })),
  external_id: Type.Optional(Type.String(NAME)),
  filename: Type.Optional(
    Type.String({
      ...NAME,
      description:
        "The name of a file that is one item, as it was uploaded; a file of an archive has its path there",
    }),
  ),
};
const Result = answer(ANSWER);
/** No control characters. */
const NO_CONTROL = "^[^\\u0000-\\u001f\\u007f-\\u009f]+$";

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
    answered_at: Type.Optional(
      Type.String({
        format: "date-time",
        description: "When the annotator answered, if it was elsewhere; not in the future",
      }),
    ),
    active_ms: Type.Optional(
      Type.Integer({
        minimum: 0,
        maximum: MAX_ACTIVE_MS,
        description: "The time that the annotator took, in milliseconds",
      }),
    ),
  },
  { additionalProperties: false, title: "ImportedAnswer" },
);
const PredictionLine = Type.Object(
  {
    ...ItemName,
    model: Type.String({ minLength: 1, maxLength: 200, pattern: NO_CONTROL }),
    version: Type.Optional(
      Type.String({
        ...{ minLength: 1, maxLength: 200, pattern: NO_CONTROL },
        description: "The model's version; an item has one prediction of each version",
      }),
    ),
    prompt_version: Type.Optional(Type.String({ minLength: 1, maxLength: 200, pattern: NO_CONTROL })),
    score: Type.Optional(
      nullable(Type.Number({ minimum: 0, maximum: 1, description: "Higher means surer" })),
    ),
    label_scores: Type.Optional(
      Type.Record(Type.String({ minLength: 1 }), Type.Number({ minimum: 0, maximum: 1 }), {
        ...{ minProperties: 1, maxProperties: MAX_LABEL_SCORES },
        description:
          "The probability of labels, by name, for types whose result is one label; those left out share what is missing to 1. " +
          "More label errors are found by them than by score alone",
        examples: [{ cat: 0.72, dog: 0.25 }],
      }),
    ),
    vector: Type.Optional(
      Type.Array(Type.Number({ minimum: -MAX_FLOAT, maximum: MAX_FLOAT }), {
        ...{ minItems: 1, maxItems: MAX_VECTOR },
        description:
          "An embedding of the item's content, by which labels that differ from those of similar items are found. Stored as 32-bit floats",
      }),
    ),
    result: Result,
    fields: Type.Optional(Metadata),
    usage: Type.Optional(Usage),
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

export const ImportQuery = Type.Object({
  dry_run: Type.Boolean({ default: false, description: "True: check the lines but store nothing" }),
  on_conflict: Type.Optional(
    Type.Literal("skip", {
      description:
        "Leave out lines whose item already has an answer of this annotator, a prediction of this model or a known " +
        "answer. By default such an answer is a fault, and a prediction or known answer replaces the stored one",
    }),
  ),
  on_error: Type.Enum(["fail", "skip"], {
    default: "fail",
    description:
      "fail: one faulty line refuses the import. skip: leaves faulty lines out and names them in `faults`; the import is " +
      "refused only if no line is left",
  }),
  format: Type.Optional(
    Type.Enum([...FOREIGN_FORMATS], {
      description:
        "The body is a dataset of this format, up to 16 MiB, as application/octet-stream. Files are found by their names, texts by " +
        "external_id; messages name the place in the dataset. By default the body has the lines described here",
    }),
  ),
  clip: Type.Boolean({
    default: false,
    description: `True: cut upright boxes that lie up to ${CLIP_PIXELS} pixels outside the image at its edges`,
  }),
});

/** Parameters of an import's query besides a dry run. */
export interface ImportOptions {
  readonly clip: boolean;
  readonly skipsConflicts: boolean;
  readonly skipsFaults: boolean;
}

export const Imported = Type.Object(
  {
    imported: Type.Integer({ description: "Lines stored: all, or none in a dry run" }),
    would_import: Type.Optional(
      Type.Integer({ description: "In a dry run: lines that would have been stored" }),
    ),
    items_accepted: Type.Optional(
      Type.Integer({ description: "For answers: items that got their label, or would in a real run" }),
    ),
    skipped: Type.Optional(Type.Integer({ description: "With `on_conflict=skip`: lines left out" })),
    clipped: Type.Optional(
      Type.Integer({ description: "With `clip=true`: imported lines whose boxes were cut at the edges" }),
    ),
    refused: Type.Optional(Type.Integer({ description: "With `on_error=skip`: faulty lines left out" })),
    faults: Type.Optional(
      Type.Array(Type.String(), {
        maxItems: MAX_NAMED,
        description: "With `on_error=skip`: the first 1,000 faults, by line",
        examples: [["line 17: result.label must be one of yes, no"]],
      }),
    ),
  },
  { title: "Imported" },
);
export type Imported = Static<typeof Imported>;

const ON_CONFLICT = {
  description: "skip: leave out lines whose item already has such an answer; see the imports of lines",
};

export const ImportDataset = Type.Object(
  {
    batch_id: Type.String({
      maxLength: 50,
      description: "The batch that has the images, recordings or texts",
    }),
    format: Type.Enum([...FOREIGN_FORMATS, "yolo", "huggingface"], {
      description:
        "yolo, huggingface and pascal_voc: an archive (zip, tar, tar.gz) of the folder, with its images or without",
    }),
    kind: Type.Enum(["annotations", "predictions", "gold"], {
      description:
        "annotations: the answers of people. predictions: the prediction of each item, or else its last answer. gold: known answers",
    }),
    dry_run: Type.Optional(Type.Boolean({ description: "True: check the dataset but store nothing" })),
    clip: Type.Optional(
      Type.Boolean({ description: "True: cut boxes that lie a little outside the image at its edges" }),
    ),
    on_conflict: Type.Optional(Type.Literal("skip", ON_CONFLICT)),
    on_error: Type.Optional(
      Type.Enum(["fail", "skip"], {
        description:
          "fail (default): one fault refuses the import. skip: leaves out faulty answers and names them",
      }),
    ),
  },
  { additionalProperties: false, title: "ImportDataset" },
);
export type ImportDataset = Static<typeof ImportDataset>;

export const DatasetImport = Type.Object(
  {
    upload_id: Type.String(),
    batch_id: Type.String(),
    format: Type.String(),
    kind: ImportDataset.properties.kind,
    dry_run: Type.Boolean(),
    status: Type.Enum(["running", "finished", "failed"]),
    lines: Type.Integer({
      description: "Answers read so far; they are stored all at once at the end, or none",
    }),
    result: nullable(Imported),
    error: nullable(Type.Object({ code: Type.String(), message: Type.String() })),
    created_at: Timestamp,
    finished_at: nullable(Timestamp),
  },
  { title: "DatasetImport" },
);

export const LastDatasetImport = Type.Object(
  { last: nullable(DatasetImport) },
  { title: "LastDatasetImport", description: "`last` is null if the upload was never imported" },
);
