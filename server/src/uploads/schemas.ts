import Type, { type Static } from "typebox";
import { iso, isoOrNull, Metadata, MetadataBody, nullable, Timestamp } from "../platform/http/wire.ts";
import { LIMITS } from "../platform/limits.ts";
import type { FileRow, UploadRow } from "./store.ts";

/** How many of its files an upload lists itself. */
export const FILES_INLINED = 100;

const Sha256 = Type.String({
  pattern: "^[0-9a-f]{64}$",
  description: "SHA-256 of the bytes in lower-case hexadecimal",
});
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
  },
  { additionalProperties: false },
);

/** The JSON body of an upload: `files` inline, or `url`, or `urls` to fetch, or `size_bytes` of a file to come. */
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

const UploadedFile = Type.Object({
  id: Type.String({ examples: ["file_01JD3W8Q9V6T2R4M5N7P8X0YZC"] }),
  filename: Type.String(),
  content_type: Type.String({ description: "Detected from the bytes; the sender's value is ignored" }),
  size_bytes: Type.Integer(),
  sha256: Sha256,
});

export const Upload = Type.Object(
  {
    id: Type.String({ examples: ["upl_01JD3W8Q9V6T2R4M5N7P8X0YZC"] }),
    status: Type.Enum(["pending", "uploading", "processing", "ready", "failed", "expired"]),
    filename: nullable(Type.String({ description: "Null if the upload has several files" })),
    content_type: nullable(Type.String()),
    size_bytes: Type.Integer(),
    offset: Type.Integer({ description: "Bytes received" }),
    sha256: nullable(Sha256),
    file_count: Type.Integer({ description: "Number of files after archives are unpacked" }),
    files: Type.Array(UploadedFile, { maxItems: FILES_INLINED, description: "The first 100" }),
    upload_url: nullable(
      Type.String({
        description:
          "Where to send the bytes, valid for an hour; only in the response to a POST with `size_bytes`",
      }),
    ),
    upload_method: nullable(Type.Literal("PUT")),
    upload_headers: nullable(Type.Record(Type.String(), Type.String())),
    error: nullable(Type.Object({ code: Type.String(), message: Type.String() })),
    metadata: Metadata,
    created_at: Timestamp,
    expires_at: nullable(Timestamp),
  },
  { title: "Upload" },
);

export const File = Type.Object(
  {
    id: Type.String({ examples: ["file_01JD3W8Q9V6T2R4M5N7P8X0YZC"] }),
    upload_id: Type.String(),
    filename: Type.String(),
    content_type: Type.String(),
    size_bytes: Type.Integer(),
    sha256: Sha256,
    width: nullable(Type.Integer({ description: "Pixels of the upright image" })),
    height: nullable(Type.Integer()),
    duration: nullable(Type.Number({ description: "Seconds of a recording" })),
    line_count: nullable(Type.Integer({ description: "Items of a JSONL or CSV file" })),
    status: Type.Enum(["ready", "failed"]),
    content_url: Type.String({ description: "Address of the bytes, valid for up to an hour without a key" }),
    created_at: Timestamp,
  },
  { title: "File" },
);

/** An upload for the wire with the first of its files, and the URL to which its bytes may be sent. */
export function toUpload(
  upload: UploadRow,
  files: readonly FileRow[],
  upload_url: string | null = null,
): Static<typeof Upload> {
  const { id, status, filename, content_type, size_bytes, sha256, file_count, error, metadata } = upload;
  return {
    id,
    status,
    filename,
    content_type,
    size_bytes,
    offset: status === "pending" || status === "uploading" ? upload.received_bytes : size_bytes,
    sha256,
    file_count,
    files: files.map((file) => ({
      id: file.id,
      filename: file.filename,
      content_type: file.content_type,
      size_bytes: file.size_bytes,
      sha256: file.sha256,
    })),
    upload_url,
    upload_method: upload_url === null ? null : "PUT",
    upload_headers: upload_url === null ? null : {},
    error,
    metadata,
    created_at: iso(upload.created_at),
    expires_at: isoOrNull(upload.expires_at),
  };
}

/** A file for the wire. */
export function toFile(file: FileRow, content_url: string): Static<typeof File> {
  const {
    id,
    upload_id,
    filename,
    content_type,
    size_bytes,
    sha256,
    width,
    height,
    duration,
    line_count,
    status,
  } = file;
  const described = {
    id,
    upload_id,
    filename,
    content_type,
    size_bytes,
    sha256,
    width,
    height,
    duration,
    line_count,
    status,
  };
  return { ...described, content_url, created_at: iso(file.created_at) };
}
