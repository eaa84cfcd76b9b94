import Type, { type Static } from "typebox";
import { HEADER_SECRET, nullable, Timestamp } from "../platform/http/wire.ts";

export const PushVersion = Type.Object(
  {
    url: Type.String({
      maxLength: 500,
      description:
        "`hf://datasets/OWNER/NAME@BRANCH`; the branch is by default `main`. It must exist, unless `create` is sent",
    }),
    token: Type.String({
      minLength: 8,
      maxLength: 500,
      pattern: HEADER_SECRET,
      description:
        "A user access token that may write to the repository. Stored encrypted until the push has ended",
    }),
    endpoint: Type.Optional(
      Type.String({ maxLength: 500, description: "Origin of another Hub than huggingface.co" }),
    ),
    include: Type.Optional(Type.Enum(["media"], { description: "Pushes the media files too" })),
    license: Type.Optional(
      Type.String({
        pattern: "^[a-z0-9][a-z0-9.-]{0,49}$",
        maxLength: 50,
        examples: ["cc-by-4.0"],
        description: "The identifier of the Hub for a license, which the card states",
      }),
    ),
    create: Type.Optional(
      Type.Enum(["private", "public"], {
        description: "Creates the repository if it does not exist; for the branch `main`",
      }),
    ),
  },
  {
    additionalProperties: false,
    title: "PushVersion",
    examples: [{ url: "hf://datasets/acme/street-signs", token: "hf_exampletoken" }],
  },
);
export type PushVersion = Static<typeof PushVersion>;

/** How the last push of a version went. */
export const Push = Type.Object(
  {
    url: Type.String(),
    endpoint: nullable(Type.String()),
    media: Type.Boolean(),
    status: Type.Enum(["pushing", "pushed", "failed"]),
    error: nullable(Type.String()),
    files: nullable(Type.Integer({ description: "Null until they are counted" })),
    files_sent: Type.Integer({ description: "Those that the Hub has" }),
    commit: nullable(Type.String({ description: "The commit that has the files" })),
    requested_at: Timestamp,
    ended_at: nullable(Timestamp),
  },
  { description: "The last push to the Hugging Face Hub; null if there was none" },
);
