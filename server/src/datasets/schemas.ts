import { BATCH_STATUSES, type BatchStatus } from "@assay/domain/batch.ts";
import { QualityPolicy } from "@assay/domain/certification/policy.ts";
import { SPLIT_NAMES } from "@assay/domain/splits.ts";
import Type, { type Static } from "typebox";
import { DownloadQuery } from "../exports/schemas.ts";
import type { Row } from "../platform/database/tables.ts";
import { PositionQuery } from "../platform/http/paging.ts";
import { iso, isoOrNull, Metadata, MetadataBody, nullable, Timestamp } from "../platform/http/wire.ts";
import { LIMITS } from "../platform/limits.ts";
import { Push } from "./push-schemas.ts";
import type { DatasetRow, VersionRecord } from "./store.ts";

const Id = Type.String({ maxLength: 50 });
const Name = Type.String({ minLength: 1, maxLength: LIMITS.name_characters });
const Share = Type.Integer({ minimum: 0, maximum: 10_000 });
const STATUSES: readonly BatchStatus[] = ["created", "processing", "completed", "certified", "failed"];

const SentQuery = Type.Object(
  {
    project_id: Id,
    batch_ids: Type.Optional(
      Type.Array(Id, { minItems: 1, maxItems: 1_000, description: "Default: every batch of the project" }),
    ),
    statuses: Type.Optional(
      Type.Array(Type.Enum([...STATUSES]), {
        minItems: 1,
        maxItems: STATUSES.length,
        description: "The states of the batches; default: certified",
      }),
    ),
    labels: Type.Optional(
      Type.Array(Name, { minItems: 1, maxItems: 1_000, description: "An item has at least one of them" }),
    ),
    metadata: Type.Optional(MetadataBody),
    q: Type.Optional(
      Type.String({
        minLength: 1,
        maxLength: 500,
        description: "In the text or conversation, or in the name of a file that is one item",
      }),
    ),
  },
  { additionalProperties: false, description: "An item must match all of these" },
);
export type SentQuery = Static<typeof SentQuery>;

const SentSplits = Type.Object(
  {
    seed: Type.Optional(Type.String({ maxLength: 100, description: "Default: the project's id" })),
    train: Type.Optional(Share),
    validation: Type.Optional(Share),
    test: Type.Optional(Share),
  },
  {
    additionalProperties: false,
    description: "Each share is its number divided by the sum of the three; default: 80, 10, 10",
  },
);
export type SentSplits = Static<typeof SentSplits>;

export const CreateDataset = Type.Object(
  {
    name: Type.String({ ...Name, description: "Unique in the account" }),
    query: SentQuery,
    splits: Type.Optional(SentSplits),
  },
  {
    additionalProperties: false,
    title: "CreateDataset",
    examples: [{ name: "street signs", query: { project_id: "proj_01JD3W8Q9V6T2R4M5N7P8X0YZC" } }],
  },
);
export type CreateDataset = Static<typeof CreateDataset>;

export const ChangeDataset = Type.Object(
  { name: Type.Optional(Name), query: Type.Optional(SentQuery), splits: Type.Optional(SentSplits) },
  { additionalProperties: false, title: "ChangeDataset", examples: [{ name: "street signs, all" }] },
);
export type ChangeDataset = Static<typeof ChangeDataset>;

const Query = Type.Object({
  ...SentQuery.properties,
  statuses: Type.Array(Type.Enum([...STATUSES])),
  metadata: Type.Optional(Type.Record(Type.String(), Type.String())),
});
const Splits = Type.Object({ seed: Type.String(), train: Share, validation: Share, test: Share });

export const Dataset = Type.Object(
  {
    id: Type.String(),
    project_id: Type.String(),
    name: Type.String(),
    query: Query,
    splits: Splits,
    last_version: Type.Integer({ description: "0 before the first" }),
    created_at: Timestamp,
    updated_at: Timestamp,
  },
  { title: "Dataset" },
);

export function toDataset(row: DatasetRow): Static<typeof Dataset> {
  const { id, project_id, name, last_version } = row;
  return {
    ...{ id, project_id, name, last_version },
    query: queryOf(row),
    splits: row.splits,
    created_at: iso(row.created_at),
    updated_at: iso(row.updated_at),
  };
}

function queryOf({ query }: Pick<DatasetRow, "query">): Static<typeof Query> {
  const { batch_ids, labels, statuses, ...others } = query;
  return {
    ...others,
    statuses: [...statuses],
    ...(batch_ids === undefined ? {} : { batch_ids: [...batch_ids] }),
    ...(labels === undefined ? {} : { labels: [...labels] }),
  };
}

const Counts = Type.Object({
  items: Type.Integer(),
  batches: Type.Integer(),
  train: Type.Integer(),
  validation: Type.Integer(),
  test: Type.Integer(),
});

export const DatasetVersion = Type.Object(
  {
    dataset_id: Type.String(),
    version: Type.Integer(),
    status: Type.Enum(["processing", "ready", "failed", "erased"], {
      description: "erased: it had items of a batch that was deleted since, and cannot be downloaded",
    }),
    error: nullable(Type.String()),
    query: Query,
    splits: Splits,
    counts: nullable(Counts),
    certified: nullable(Type.Boolean({ description: "Whether each of its batches was certified" })),
    certification: nullable(
      Type.Object(
        {
          batch_id: Type.String(),
          status: Type.Enum([...BATCH_STATUSES]),
          certificate_id: nullable(Type.String()),
        },
        { description: "The batch that certifies the version as a whole; null if nobody has asked for it" },
      ),
    ),
    push: nullable(Push),
    sha256: nullable(Type.String({ description: "Of its dataset.jsonl" })),
    size_bytes: nullable(Type.Integer()),
    snapshot_at: nullable(Timestamp),
    created_at: Timestamp,
    updated_at: Timestamp,
  },
  { title: "DatasetVersion" },
);

export function toDatasetVersion(row: VersionRecord): Static<typeof DatasetVersion> {
  const { dataset_id, version, status, error, splits, counts, certified, certification, push } = row;
  const { sha256, size_bytes } = row;
  return {
    ...{
      dataset_id,
      version,
      status,
      error,
      splits,
      counts,
      certified,
      certification,
      push,
      sha256,
      size_bytes,
    },
    query: queryOf(row),
    snapshot_at: isoOrNull(row.snapshot_at),
    created_at: iso(row.created_at),
    updated_at: iso(row.updated_at),
  };
}

export const CertifyVersion = Type.Object(
  {
    quality_level: Type.Optional(
      Type.String({
        maxLength: 100,
        description: "basic, standard, premium or elite; default: the project's",
      }),
    ),
    quality_policy: Type.Optional({
      ...QualityPolicy,
      description:
        "Replaces the settings that it names of the project's policy; the evidence is always an audit",
    }),
    name: Type.Optional(
      Type.String({ ...Name, description: "Of the batch; default: the dataset's with the version" }),
    ),
    priority: Type.Optional(Type.Enum(["low", "normal", "high"])),
    metadata: Type.Optional(MetadataBody),
  },
  { additionalProperties: false, title: "CertifyVersion", examples: [{ quality_level: "standard" }] },
);
export type CertifyVersion = Static<typeof CertifyVersion>;

export const DatasetBatch = Type.Object(
  {
    batch_id: Type.String(),
    status: Type.String({ description: "The batch's status in the snapshot" }),
    items: Type.Integer({ description: "Its items in the version" }),
    revision: nullable(Type.Integer()),
    certificate_id: nullable(Type.String()),
    sha256: nullable(
      Type.String({ description: "Of the batch's own dataset.jsonl, which the certificate names" }),
    ),
  },
  { title: "DatasetBatch" },
);

export function toDatasetBatch(row: Row<"dataset_batches">): Static<typeof DatasetBatch> {
  const { batch_id, status, items, revision, certificate_id, sha256 } = row;
  return { batch_id, status, items, revision, certificate_id, sha256 };
}

/** The path parameters of a version; its number is a text, because anything else is a 404. */
export const VersionParams = Type.Object({ id: Type.String(), version: Type.String() });

const Number_ = Type.Integer({ minimum: 0, maximum: 999_999_999 });
const { format, bundle, include, redirect } = DownloadQuery.properties;

export const VersionDownloadQuery = Type.Object({
  ...{ format, bundle, include, redirect },
  split: Type.Optional(Type.Enum([...SPLIT_NAMES])),
  since: Type.Optional(
    Type.Integer({
      minimum: 1,
      maximum: 999_999_999,
      description: "Only the items that this earlier version lacks or has otherwise",
    }),
  ),
});
export type VersionDownloadQuery = Static<typeof VersionDownloadQuery>;

export const DiffQuery = Type.Object({
  from: Type.Optional({ ...Number_, description: "Default: the version before; 0: nothing" }),
  ...PositionQuery.properties,
});

const State = nullable(
  Type.Object({
    result: Type.Unknown(),
    fields: nullable(Metadata),
    group: nullable(Type.String()),
    metadata: Metadata,
    split: nullable(Type.String()),
  }),
);

export const DatasetDifference = Type.Object(
  {
    change: Type.Enum(["added", "removed", "changed"]),
    id: Type.String({ description: "The item" }),
    batch_id: Type.String(),
    external_id: nullable(Type.String()),
    before: State,
    after: State,
  },
  { title: "DatasetDifference" },
);

export const ChangesQuery = Type.Object({
  ...PositionQuery.properties,
  project_id: Type.Optional(Id),
});
export type ChangesQuery = Static<typeof ChangesQuery>;

export const LabelChange = Type.Object(
  {
    batch_id: Type.String(),
    revision: Type.Integer(),
    certificate_id: Type.String(),
    item: Type.Record(Type.String(), Type.Unknown(), {
      description: "A line of dataset.jsonl, without answers",
    }),
  },
  { title: "LabelChange" },
);
