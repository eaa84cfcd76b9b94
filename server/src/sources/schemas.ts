import Type, { type Static } from "typebox";
import {
  HEADER_SECRET,
  iso,
  isoOrNull,
  Metadata,
  MetadataBody,
  nullable,
  Timestamp,
} from "../platform/http/wire.ts";
import { LIMITS } from "../platform/limits.ts";
import type { SourceRow } from "./store.ts";

const Name = Type.String({ minLength: 1, maxLength: LIMITS.name_characters });

const Config = Type.Object(
  {
    bucket: Type.Optional(
      Type.String({
        pattern: "^[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]$",
        maxLength: 63,
        examples: ["acme-photos"],
        description: "Of `s3`: 3 to 63 lower-case letters, digits, dots and hyphens",
      }),
    ),
    prefix: Type.Optional(
      Type.String({ maxLength: 900, description: "Only objects whose keys begin with it; default: all" }),
    ),
    region: Type.Optional(
      Type.String({ pattern: "^[a-z0-9-]{1,40}$", maxLength: 40, description: "Default: `us-east-1`" }),
    ),
    endpoint: Type.Optional(
      Type.String({
        maxLength: 500,
        description:
          "Origin of a store that speaks S3, or of a Hub, https (http only to networks that the operator allows); default: AWS, " +
          "or huggingface.co",
        examples: ["https://storage.googleapis.com"],
      }),
    ),
    path_style: Type.Optional(
      Type.Boolean({ description: "Whether the bucket is named in the path instead of the host" }),
    ),
    path: Type.Optional(
      Type.String({
        minLength: 1,
        maxLength: 1_000,
        examples: ["/srv/scans"],
        description:
          "Of `folder`: an absolute path on the service's machine, below one that the operator allows",
      }),
    ),
    url: Type.Optional(
      Type.String({
        maxLength: 2_000,
        examples: ["https://acme.test/photos.csv"],
        description:
          "Of `http_manifest`: a list of URLs, as text, JSON lines or CSV. Of `huggingface`: " +
          "`hf://datasets/OWNER/NAME@REVISION/FOLDER`; the revision is a branch, tag or commit, by default `main`",
      }),
    ),
  },
  {
    additionalProperties: false,
    title: "CreateSourceConfig",
    description:
      "`s3` needs `bucket` and takes `prefix`, `region`, `endpoint` and `path_style`; `folder` needs `path`, `http_manifest` `url`; " +
      "`huggingface` needs `url` and takes `endpoint`",
  },
);

const Credentials = Type.Object(
  {
    access_key_id: Type.Optional(Type.String({ minLength: 1, maxLength: 200, pattern: HEADER_SECRET })),
    secret_access_key: Type.Optional(Type.String({ minLength: 1, maxLength: 500 })),
    session_token: Type.Optional(Type.String({ minLength: 1, maxLength: 5_000, pattern: HEADER_SECRET })),
    token: Type.Optional(
      Type.String({
        minLength: 8,
        maxLength: 500,
        pattern: HEADER_SECRET,
        description: "Of `huggingface`: a user access token",
      }),
    ),
  },
  {
    additionalProperties: false,
    title: "SourceCredentials",
    description:
      "`s3` needs `access_key_id` and `secret_access_key`, and takes `session_token`; `huggingface` needs `token` for a private or " +
      "gated repository. Stored encrypted; no response contains them",
  },
);

const Kind = Type.Enum(["s3", "folder", "http_manifest", "huggingface"]);
const Mode = Type.Enum(["copy", "reference"], {
  description:
    "`copy`: the bytes of new objects are stored here. `reference`: images and recordings stay in the bucket, and only key, size " +
    "and ETag are stored",
});

export const CreateSource = Type.Object(
  {
    kind: Kind,
    mode: Type.Optional(Mode),
    name: Type.Optional(Name),
    config: Config,
    credentials: Type.Optional(Credentials),
    metadata: Type.Optional(MetadataBody),
  },
  {
    additionalProperties: false,
    title: "CreateSource",
    examples: [
      {
        kind: "s3",
        mode: "copy",
        name: "street photographs",
        config: { bucket: "acme-photos", prefix: "2026/", region: "eu-central-1" },
        credentials: { access_key_id: "AKIAEXAMPLE", secret_access_key: "…" },
      },
    ],
  },
);
export type CreateSource = Static<typeof CreateSource>;

export const ChangeSource = Type.Object(
  {
    name: Type.Optional(Name),
    credentials: Type.Optional(Credentials),
    metadata: Type.Optional(MetadataBody),
  },
  { additionalProperties: false, title: "ChangeSource" },
);
export type ChangeSource = Static<typeof ChangeSource>;

export const Source = Type.Object(
  {
    id: Type.String({ examples: ["src_01JD3W8Q9V6T2R4M5N7P8X0YZC"] }),
    name: Type.String(),
    kind: Kind,
    mode: Mode,
    config: Type.Object({
      bucket: Type.Optional(Type.String()),
      prefix: Type.Optional(Type.String()),
      region: Type.Optional(nullable(Type.String())),
      endpoint: Type.Optional(nullable(Type.String())),
      path_style: Type.Optional(Type.Boolean()),
      path: Type.Optional(Type.String()),
      url: Type.Optional(Type.String()),
    }),
    credentials_hint: nullable(
      Type.String({ description: "The end of the access key's id, or of the token", examples: ["…MPLE"] }),
    ),
    status: Type.Enum(["idle", "syncing", "failed"]),
    objects_seen: Type.Integer({ description: "Objects that the running or last sync has listed" }),
    added: Type.Integer({ description: "Those of them that were new" }),
    changed: Type.Integer({ description: "Those of the new ones whose key had other bytes before" }),
    skipped: Type.Integer({
      description: "Listed objects that become no file: folders, empty and too large ones",
    }),
    error: nullable(
      Type.Object(
        { code: Type.String(), message: Type.String() },
        { description: "Why the last sync failed" },
      ),
    ),
    metadata: Metadata,
    synced_at: nullable(Timestamp),
    created_at: Timestamp,
    updated_at: Timestamp,
  },
  { title: "Source" },
);
export type Source = Static<typeof Source>;

export const SourceCheck = Type.Object(
  {
    ok: Type.Boolean(),
    checks: Type.Array(
      Type.Object({
        operation: Type.String({ examples: ["list", "read"] }),
        ok: Type.Boolean(),
        message: nullable(Type.String({ description: "Why it does not work, and what to change" })),
      }),
    ),
  },
  { title: "SourceCheck" },
);
export type SourceCheck = Static<typeof SourceCheck>;

/** A source for a response, without its credentials. */
export function toSource(row: SourceRow): Source {
  const { id, name, kind, mode, config, credentials_hint, status, error, metadata } = row;
  const { objects_seen, added, changed, skipped } = row;
  return {
    ...{ id, name, kind, mode, config, credentials_hint, status },
    ...{ objects_seen, added, changed, skipped, error, metadata },
    synced_at: isoOrNull(row.synced_at),
    created_at: iso(row.created_at),
    updated_at: iso(row.updated_at),
  };
}
