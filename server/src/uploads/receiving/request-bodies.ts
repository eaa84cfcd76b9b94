import Type, { type Static } from "typebox";
import { MetadataBody } from "../../platform/http/wire.ts";
import { LIMITS } from "../../platform/limits.ts";
import { MAX_METADATA_KEYS, MAX_NAME_LENGTH, MAX_PRIORITY } from "../formats/line.ts";

const Sha256Body = Type.String({
  pattern: "^[0-9A-Fa-f]{64}$",
  description: "Compared with the received bytes",
});
const FilenameBody = Type.String({ minLength: 1, maxLength: 255 });
const UrlBody = Type.String({
  minLength: 1,
  maxLength: 2048,
  examples: ["https://data.acme.test/street/0001.jpg"],
});

/** What is known of the item that a file becomes, as in a line of a JSONL file. `detailsIn` checks it further. */
const ItemDetails = Type.Object(
  {
    external_id: Type.Optional(Type.String({ minLength: 1, maxLength: MAX_NAME_LENGTH })),
    group: Type.Optional(Type.String({ minLength: 1, maxLength: MAX_NAME_LENGTH })),
    priority: Type.Optional(Type.Integer({ minimum: -MAX_PRIORITY, maximum: MAX_PRIORITY })),
    metadata: Type.Optional(
      Type.Record(Type.String(), Type.Unknown(), {
        maxProperties: MAX_METADATA_KEYS,
        description: "Any JSON values of up to 50 keys",
      }),
    ),
  },
  {
    additionalProperties: false,
    description:
      "Of the item that the file becomes: an image, a recording or a text. Lists and archives are refused with it. At most 1 MiB of JSON",
  },
);
export type ItemDetails = Static<typeof ItemDetails>;

const InlineFile = Type.Object(
  {
    filename: FilenameBody,
    content_type: Type.Optional(Type.String({ maxLength: 200 })),
    text: Type.Optional(
      Type.String({
        maxLength: LIMITS.inline_upload_bytes,
        description: "The content of a text file; for other files send `content_base64`",
      }),
    ),
    content_base64: Type.Optional(
      Type.String({
        maxLength: LIMITS.inline_upload_bytes,
        description: "The content of any file, in base64 (RFC 4648, section 4)",
      }),
    ),
    sha256: Type.Optional(Sha256Body),
    item: Type.Optional(ItemDetails),
  },
  { additionalProperties: false },
);

/**
 * The JSON body of an upload: `files` inline, `url` or `urls` to fetch, or `size_bytes` of a file to come.
 */
export const CreateUpload = Type.Object(
  {
    files: Type.Optional(
      Type.Array(InlineFile, {
        minItems: 1,
        maxItems: LIMITS.upload_request_files,
        description: "At most 10 MiB in total after decoding",
      }),
    ),
    url: Type.Optional(UrlBody),
    urls: Type.Optional(Type.Array(UrlBody, { minItems: 1, maxItems: 100 })),
    filename: Type.Optional(FilenameBody),
    content_type: Type.Optional(Type.String({ maxLength: 200, description: "Only with `size_bytes`" })),
    size_bytes: Type.Optional(
      Type.Integer({
        minimum: 1,
        maximum: LIMITS.resumable_upload_bytes,
        description: "Size of the file `filename`, whose bytes you then send to `upload_url`",
      }),
    ),
    sha256: Type.Optional(Sha256Body),
    item: Type.Optional(ItemDetails),
    metadata: Type.Optional(MetadataBody),
    project_id: Type.Optional(
      Type.String({
        maxLength: 50,
        description: "Must be a project of the account; any project can use the upload",
      }),
    ),
  },
  {
    title: "CreateUpload",
    additionalProperties: false,
    examples: [{ files: [{ filename: "a.txt", text: "A first text" }] }],
  },
);
export type CreateUpload = Static<typeof CreateUpload>;

/** The parts of a form. */
export const UploadForm = Type.Object(
  {
    file: Type.Array(Type.String({ format: "binary" }), {
      minItems: 1,
      maxItems: LIMITS.upload_request_files,
    }),
    metadata: Type.Optional(Type.String({ description: "A JSON object" })),
    project_id: Type.Optional(Type.String()),
  },
  { title: "UploadForm", additionalProperties: false },
);
