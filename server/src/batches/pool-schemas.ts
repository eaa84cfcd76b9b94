import Type, { type Static } from "typebox";
import { LIMITS } from "../platform/limits.ts";

const Filter = Type.Object(
  {
    medium: Type.Optional(Type.Enum(["image", "text", "audio", "lines"])),
    prefix: Type.Optional(
      Type.String({ minLength: 1, maxLength: 900, description: "Only files whose names begin with it" }),
    ),
  },
  { additionalProperties: false, minProperties: 1, title: "PoolFilter" },
);

/** The files of which a batch gets some, and how they are drawn. */
export const Pool = Type.Object(
  {
    source_id: Type.Optional(
      Type.String({ maxLength: 50, description: "All uploads of a source, except failed ones" }),
    ),
    upload_ids: Type.Optional(
      Type.Array(Type.String({ maxLength: 50 }), { minItems: 1, maxItems: 100_000, uniqueItems: true }),
    ),
    filter: Type.Optional(Filter),
    unused: Type.Optional(
      Type.Boolean({ description: "Leaves out the files that a batch of the project has already" }),
    ),
    sample: Type.Optional(
      Type.Integer({
        minimum: 1,
        maximum: LIMITS.pool_files,
        description: "Draws so many of the files, or all if there are fewer; a file of lines counts as one",
      }),
    ),
    seed: Type.Optional(
      Type.String({
        maxLength: 100,
        description: "The same seed draws the same of the same files. Default: the project's id",
      }),
    ),
  },
  {
    additionalProperties: false,
    title: "Pool",
    description: "Files from which the batch is drawn: of a source, or of uploads",
  },
);
export type Pool = Static<typeof Pool>;
