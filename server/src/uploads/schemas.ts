import Type, { type Static } from "typebox";
import { iso, isoOrNull, Metadata, nullable, Timestamp } from "../platform/http/wire.ts";
import type { FileRow, UploadRow } from "./store.ts";

/** The number of files that an upload itself lists. */
export const FILES_INLINED = 100;

const Sha256 = Type.String({
  pattern: "^[0-9a-f]{64}$",
  description: "SHA-256 of the bytes in lower-case hexadecimal",
});
export const CreateUploadQuery = Type.Object({
  on_error: Type.Enum(["fail", "skip"], {
    default: "fail",
    description:
      "What happens to a file, line or URL that cannot be an item: `fail` refuses the whole upload, `skip` leaves it " +
      "out and notes it in `GET /v1/uploads/{id}/skipped`. A broken archive always fails",
  }),
  content: Type.Enum(["items", "dataset"], {
    default: "items",
    description:
      "`dataset`: the file is a dataset of another tool, kept as it is for `POST /v1/uploads/{id}/import`",
  }),
});
export type CreateUploadQuery = Static<typeof CreateUploadQuery>;
export type Content = CreateUploadQuery["content"];

const UploadedFile = Type.Object({
  id: Type.String({ examples: ["file_01JD3W8Q9V6T2R4M5N7P8X0YZC"] }),
  filename: Type.String(),
  content_type: Type.String({ description: "Detected from the bytes; the sender's value is ignored" }),
  size_bytes: Type.Integer(),
  sha256: nullable(Sha256),
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
    skipped: Type.Integer({
      description:
        "Files beside the media of an archive, and with `on_error=skip` faulty files and lines; `GET /v1/uploads/{id}/skipped` lists them",
    }),
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
    source_id: nullable(
      Type.String({ description: "The source whose sync made it; also after the source is deleted" }),
    ),
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
    sha256: nullable(Sha256),
    width: nullable(Type.Integer({ description: "Pixels of the upright image" })),
    height: nullable(Type.Integer()),
    duration: nullable(Type.Number({ description: "Seconds of a recording" })),
    line_count: nullable(Type.Integer({ description: "Items of a JSONL, CSV, Parquet or Arrow file" })),
    status: Type.Enum(["ready", "failed"]),
    content_url: Type.String({ description: "Address of the bytes, valid for up to an hour without a key" }),
    created_at: Timestamp,
  },
  { title: "File" },
);

/** An upload for a response with its first files, and the URL for its bytes. */
export function toUpload(
  upload: UploadRow,
  files: readonly FileRow[],
  upload_url: string | null = null,
): Static<typeof Upload> {
  const { id, status, filename, content_type, size_bytes, sha256, file_count, skipped, error, metadata } =
    upload;
  return {
    id,
    status,
    filename,
    content_type,
    size_bytes,
    offset: status === "pending" || status === "uploading" ? upload.received_bytes : size_bytes,
    sha256,
    file_count,
    skipped,
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
    source_id: upload.source_id,
    metadata,
    created_at: iso(upload.created_at),
    expires_at: isoOrNull(upload.expires_at),
  };
}

/** A file for a response. */
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
