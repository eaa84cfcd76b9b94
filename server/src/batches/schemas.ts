import { BATCH_STATUSES } from "@assay/domain/batch.ts";
import {
  EARNED_LEVEL_NAMES,
  isIndependent,
  LEVEL_NAMES,
  LEVELS,
  levelEarned,
} from "@assay/domain/certification/levels.ts";
import { METHODS } from "@assay/domain/consensus/fit.ts";
import Type, { type Static } from "typebox";
import type { Config } from "../config.ts";
import { EarlierAudit } from "../ledger/earlier.ts";
import { iso, isoOrNull, Metadata, MetadataBody, nullable, Timestamp } from "../platform/http/wire.ts";
import { LIMITS } from "../platform/limits.ts";
import { failedAudits } from "./failed-audits.ts";
import { Pool } from "./pool-schemas.ts";
import { batchSentence } from "./sentence.ts";
import type { BatchRecord } from "./store.ts";

const Name = Type.String({ minLength: 1, maxLength: LIMITS.name_characters });
const Priority = Type.Enum(["low", "normal", "high"]);
const QueueOrder = Type.Enum(["random", "uncertainty", "disagreement"], {
  description:
    "The order in which annotators get items of the same priority. random (default); uncertainty: the lowest score of a prediction " +
    "first; disagreement: those first whose predictions differ most. Items without what is compared come last; those " +
    "that somebody has begun come first. A job puts them in order again when predictions arrive",
});
const Status = Type.Enum([...BATCH_STATUSES]);
const Level = Type.Enum([...LEVEL_NAMES]);
const EarnedLevel = Type.Enum([...EARNED_LEVEL_NAMES], {
  description: "agreement: annotators agree, and nobody checked a label",
});
const Ids = Type.Array(Type.String({ maxLength: 50 }), { maxItems: 100_000, uniqueItems: true });
const Score = Type.Integer({ minimum: 0, maximum: 100 });

export const CreateBatch = Type.Object(
  {
    project_id: Type.String({ maxLength: 50 }),
    upload_ids: Type.Optional(Ids),
    file_ids: Type.Optional(Ids),
    from: Type.Optional(Pool),
    name: Type.Optional(Name),
    priority: Type.Optional(Priority),
    queue_order: Type.Optional(QueueOrder),
    metadata: Type.Optional(MetadataBody),
  },
  {
    additionalProperties: false,
    title: "CreateBatch",
    examples: [
      {
        project_id: "proj_01JD3W8Q9V6T2R4M5N7P8X0YZC",
        upload_ids: ["upl_01JD3W8Q9V6T2R4M5N7P8X0YZC"],
        name: "Street scenes, week 47",
      },
    ],
  },
);
export type CreateBatch = Static<typeof CreateBatch>;

export const ChangeBatch = Type.Object(
  {
    name: Type.Optional(Name),
    priority: Type.Optional(Priority),
    queue_order: Type.Optional(QueueOrder),
    hold: Type.Optional(
      Type.Boolean({ description: "True stops new claims at once; leased tasks continue" }),
    ),
    metadata: Type.Optional(MetadataBody),
  },
  { additionalProperties: false, title: "ChangeBatch" },
);
export type ChangeBatch = Static<typeof ChangeBatch>;

export const AddFiles = Type.Object(
  { upload_ids: Type.Optional(Ids), file_ids: Type.Optional(Ids) },
  { additionalProperties: false, title: "AddFiles" },
);

const Revision = Type.Object({
  revision: Type.Integer(),
  quality_score: Score,
  certification_level: EarnedLevel,
  certified_at: nullable(Timestamp),
  superseded_by: nullable(Type.Integer({ description: "The revision that replaced it" })),
  superseded_by_failed_amendment: Type.Boolean({
    description:
      "True if an amendment of this revision failed and no other has replaced it; the revision stays valid",
  }),
  download_url: Type.String(),
});

const Audit = Type.Object({
  look: Type.Integer({ description: "Number of the audited round in the batch, from 1" }),
  required: Type.Integer({ description: "Audits needed in total up to the next decision" }),
  most_required: Type.Integer({ description: "The most audits that the round may need in total" }),
  done: Type.Integer(),
  wrong_allowed: nullable(
    Type.Integer({ description: "Wrong audits with which the round may still certify; one more fails it" }),
  ),
  unit: Type.Enum(["item", "group"], {
    description:
      "The unit of these counts; a group is all items with the same `group`, or an item without one",
  }),
});

const Consensus = Type.Object(
  {
    method: Type.Enum([...METHODS]),
    version: Type.Integer({ minimum: 1 }),
    answers: Type.Integer({ description: "Answers that the labels were computed from" }),
    changed: Type.Integer({ description: "Labels that changed" }),
  },
  { description: "How a model computed the current labels; null if none did" },
);

const Reason = Type.Object({ code: Type.String(), message: Type.String(), count: Type.Integer() });

const SentBack = Type.Object(
  {
    round: Type.Integer({ description: "The labeling round that began" }),
    reason: nullable(Type.String()),
    member_id: nullable(Type.String({ description: "Who sent it back; null for an API key" })),
    at: Timestamp,
  },
  { description: "The last rework of the batch; null if there was none" },
);

const ListedEarlier = Type.Object({
  ...EarlierAudit.properties,
  batch_id: nullable(
    Type.String({ description: "Null if the batch belongs to a project that the caller has no access to" }),
  ),
});

export const Batch = Type.Object(
  {
    id: Type.String(),
    project_id: Type.String(),
    name: Type.String(),
    status: Status,
    file_count: Type.Integer(),
    item_count: Type.Integer(),
    items_ready: Type.Integer({
      description:
        "Items created so far: less than `item_count` while Assay fills a large batch. Claims start when all exist",
    }),
    annotated_count: Type.Integer({ description: "Items with an accepted label" }),
    excluded_count: Type.Integer(),
    progress: Type.Number({ minimum: 0, maximum: 1, description: "Share of the items that are not open" }),
    priority: Priority,
    queue_order: QueueOrder,
    hold: Type.Boolean(),
    certifies: nullable(
      Type.Object(
        { dataset_id: Type.String(), version: Type.Integer() },
        {
          description:
            "The version of a dataset whose items the batch has frozen copies of, to certify them by one audit",
        },
      ),
    ),
    revision: Type.Integer({ description: "The certified revision, or 1 before the first verdict" }),
    revisions: Type.Array(Revision, { description: "The certified revisions, oldest first" }),
    amendment: nullable(
      Type.Enum(["processing", "completed", "failed"], {
        description:
          "Status of the next revision of a certified batch; `failure_reasons` then belong to that revision",
      }),
    ),
    quality_score: nullable(Score),
    certification_level: nullable(EarnedLevel),
    required_level: Level,
    required_quality_score: Score,
    round: Type.Integer(),
    audit: nullable(Audit),
    audited_count: nullable(
      Type.Integer({
        description:
          "Items, or groups, that the round's audit checked up to its verdict; null before the verdict and without an audit",
      }),
    ),
    awaits_challenge: Type.Boolean({
      description:
        "True if the labels are fixed and the audit begins once somebody sends a nonce to POST /v1/batches/{id}/challenge",
    }),
    earlier: Type.Array(ListedEarlier, {
      description:
        "Batches audited before with some of the same items, those with the most first; at most 100",
    }),
    earlier_rounds: Type.Integer({
      description:
        "Rounds that they used on more than a tenth of the items: this batch starts with the budget of the next one",
    }),
    consensus: nullable(Consensus),
    sentence: Type.String({ description: "The batch's quality in words" }),
    download_url: nullable(Type.String()),
    export_format: Type.String(),
    failure_reasons: Type.Array(Reason),
    sent_back: nullable(SentBack),
    metadata: Metadata,
    created_at: Timestamp,
    updated_at: Timestamp,
    processing_at: nullable(Timestamp),
    completed_at: nullable(Timestamp),
    certified_at: nullable(Timestamp),
    failed_at: nullable(Timestamp),
  },
  { title: "Batch" },
);
export type Batch = Static<typeof Batch>;

/** The download URL of a batch's certified dataset. */
export function downloadUrl({ baseUrl }: Config, batch_id: string): string {
  return `${baseUrl}/v1/batches/${batch_id}/download`;
}

/** A batch for a response. */
export function toBatch(config: Config, row: BatchRecord): Batch {
  return {
    id: row.id,
    project_id: row.project_id,
    name: row.name,
    status: row.status,
    file_count: row.file_count,
    item_count: row.item_count,
    items_ready: row.filling?.items ?? row.item_count,
    annotated_count: row.accepted,
    excluded_count: row.excluded,
    progress: Math.round(((row.accepted + row.excluded) / row.item_count) * 10_000) / 10_000,
    priority: row.priority,
    queue_order: row.queue_order,
    hold: row.hold,
    certifies:
      row.dataset_id === null || row.dataset_version === null
        ? null
        : { dataset_id: row.dataset_id, version: row.dataset_version },
    revision: row.revision,
    revisions: toRevisions(config, row),
    amendment: row.amendment,
    quality_score: row.quality_score,
    certification_level: row.certification_level,
    required_level: row.required_level,
    required_quality_score: LEVELS[row.required_level].score,
    round: row.round,
    audit: toAudit(row),
    audited_count: countAudited(row),
    awaits_challenge: row.awaits_challenge,
    earlier: [...row.earlier_audits],
    earlier_rounds: row.earlier_rounds,
    consensus: toConsensus(row),
    sentence: batchSentence(row),
    download_url: row.status === "certified" ? downloadUrl(config, row.id) : null,
    export_format: row.export_format,
    failure_reasons: [...row.failure_reasons],
    sent_back: row.sent_back,
    metadata: row.metadata,
    created_at: iso(row.created_at),
    updated_at: iso(row.updated_at),
    processing_at: isoOrNull(row.processing_at),
    completed_at: isoOrNull(row.completed_at),
    certified_at: isoOrNull(row.certified_at),
    failed_at: isoOrNull(row.failed_at),
  };
}

function toConsensus({ consensus }: BatchRecord): Static<typeof Consensus> | null {
  const last = consensus.at(-1);
  if (last === undefined) return null;
  const { method, version, answers, changed } = last;
  return { method, version, answers, changed };
}

function toRevisions(config: Config, row: BatchRecord): Static<typeof Revision>[] {
  const certified = row.looks.filter(({ outcome }) => outcome === "certified");
  return certified.map(({ certified_at, ...look }, index) => ({
    revision: index + 1,
    quality_score: look.score,
    certification_level:
      look.mode === "agreement" ? "agreement" : levelEarned(look.score, isIndependent(look, row.policy)),
    certified_at: certified_at ?? isoOrNull(row.certified_at),
    superseded_by: index + 1 < certified.length ? index + 2 : null,
    superseded_by_failed_amendment:
      index + 1 === certified.length && failedAudits(row.looks, index + 1).length > 0,
    download_url: `${downloadUrl(config, row.id)}?revision=${index + 1}`,
  }));
}

function countAudited({ audit, looks, round }: BatchRecord): number | null {
  const look = audit === null ? looks.findLast((one) => one.round === round) : undefined;
  return look === undefined || look.mode === "agreement" ? null : look.n;
}

function toAudit({ audit, audited }: BatchRecord): Static<typeof Audit> | null {
  if (audit === null) return null;
  const { look, required, stages, wrong_allowed, unit = "item" } = audit;
  const most_required = Math.max(required, stages?.at(-1) ?? 0);
  return { look, required, most_required, done: audited, wrong_allowed, unit };
}
