import { FORMATS } from "@assay/domain/formats/registry.ts";
import Type, { type Static } from "typebox";
import type { Config } from "../config.ts";
import { Redirect } from "../platform/blobs/send-blob.ts";
import { iso, isoOrNull, nullable, Timestamp } from "../platform/http/wire.ts";
import type { ExportRow } from "./store.ts";

const Id = Type.String({ maxLength: 50 });
const FormatName = Type.String({
  maxLength: 100,
  description: "See GET /v1/export-formats; default: the project's",
});
const Include = Type.Enum(["accepted", "all_answers"], {
  description: "all_answers adds every annotator's answer to dataset.jsonl",
});

export const CreateExport = Type.Object(
  {
    batch_id: Type.Optional(Id),
    project_id: Type.Optional(Type.String({ maxLength: 50, description: "All batches of the project" })),
    format: Type.Optional(FormatName),
    include: Type.Optional(Include),
    bundle: Type.Optional(Type.Boolean({ description: "A zip with dataset.jsonl, a manifest and more" })),
    media: Type.Optional(Type.Boolean({ description: "A zip with the media files too" })),
  },
  {
    additionalProperties: false,
    title: "CreateExport",
    examples: [{ batch_id: "batch_01JD3W8Q9V6T2R4M5N7P8X0YZC", format: "coco" }],
    description: "Send exactly one of `batch_id` and `project_id`",
  },
);
export type CreateExport = Static<typeof CreateExport>;

export const Export = Type.Object(
  {
    id: Type.String(),
    project_id: Type.String(),
    batch_id: nullable(Type.String()),
    format: Type.String(),
    include: Include,
    bundle: Type.Boolean(),
    media: Type.Boolean(),
    status: Type.Enum(["processing", "ready", "failed"]),
    error: nullable(Type.String()),
    certified: Type.Boolean({ description: "Always false: only a batch's own download is certified" }),
    filename: nullable(Type.String()),
    media_type: nullable(Type.String()),
    size_bytes: nullable(Type.Integer()),
    sha256: nullable(Type.String()),
    item_count: nullable(Type.Integer()),
    batch_status: nullable(Type.String({ description: "The batch's status in the snapshot" })),
    snapshot_at: nullable(Timestamp),
    download_url: nullable(Type.String()),
    created_at: Timestamp,
    updated_at: Timestamp,
  },
  { title: "Export" },
);
export type Export = Static<typeof Export>;

export const DownloadQuery = Type.Object({
  format: Type.Optional(FormatName),
  bundle: Type.Boolean({ default: false, description: "A zip with dataset.jsonl, a manifest and more" }),
  include: Type.Optional(Type.Enum(["media"], { description: "A zip with the media files too" })),
  revision: Type.Optional(
    Type.Integer({ minimum: 1, maximum: 2_147_483_647, description: "Default: the current one" }),
  ),
  ...Redirect.properties,
});

export type DownloadQuery = Static<typeof DownloadQuery>;

export const Building = Type.Object(
  { status: Type.Literal("building"), message: Type.String() },
  { title: "DownloadBuilding" },
);

const MEDIA_TYPES = [...new Set([...FORMATS.map(({ media_type }) => media_type), "application/zip"])];

/** A file of any media type. */
export const AnyFile = {
  description: "The file, or the requested range of it",
  content: Object.fromEntries(MEDIA_TYPES.map((name) => [name, { schema: {} }])),
};

/** An export for a response. */
export function toExport({ baseUrl }: Config, row: ExportRow): Export {
  const { account_id: _, created_at, updated_at, snapshot_at, ...rest } = row;
  return {
    ...rest,
    certified: false,
    snapshot_at: isoOrNull(snapshot_at),
    download_url: row.status === "ready" ? `${baseUrl}/v1/exports/${row.id}/download` : null,
    created_at: iso(created_at),
    updated_at: iso(updated_at),
  };
}
