import type { AuditVerdict } from "@assay/domain/audit-verdict.ts";
import type { Generated } from "kysely";
import type { Metadata, Nullable, NullableJson } from "./columns.ts";

/** How the audits of a round were judged. Counts are of labels, also where N, n and d count groups. */
export interface AuditCounts {
  readonly labels: number;
  /** Accepted with a change. */
  readonly changed: number;
  /** Decided by the rule of the annotation type instead of the auditor: all in blind audits. */
  readonly by_rule: number;
}

/** How often the second auditors of a round agreed with the first whether a label is right; see ADR 0058. */
export interface RepeatAudits {
  /** Audits that a second auditor repeated. */
  readonly pairs: number;
  /** Both right, with or without a change, or both wrong. */
  readonly agreeing: number;
  /** Of agreeing pairs, with its exact 95 % interval; all three are null without pairs. */
  readonly share: number | null;
  readonly share_low: number | null;
  readonly share_high: number | null;
}

/**
 * How far it is certain that others than the annotators audited: `persons` if signed-in people gave all audits and all
 * answers to the audited items; `declared` if an API key named some of them; `none` if somebody audited their own work.
 */
export type Independence = "persons" | "declared" | "none";

/** How the audits of a batch ended so far: `abandoned` if it was deleted during one, `failed` if none passed. */
export type AuditOutcome = "certified" | "failed" | "abandoned" | "open";

/** The last rework of a batch. */
export interface SentBack {
  /** The labeling round that began. */
  readonly round: number;
  readonly reason: string | null;
  /** Null if an API key sent it back. */
  readonly member_id: string | null;
  /** In RFC 3339. */
  readonly at: string;
}

export interface AuditsTable {
  account_id: string;
  batch_id: string;
  round: number;
  rank: number;
  look: number;
  item_id: string;
  task_id: string;
  judged: NullableJson<unknown>;
  acceptable: Nullable<boolean>;
  corrected: NullableJson<unknown>;
  corrected_fields: NullableJson<Metadata>;
  independent: Generated<boolean>;
  annotation_id: Nullable<string>;
  reason: Nullable<string>;
  verdict: Nullable<AuditVerdict>;
  decided_by: Nullable<"auditor" | "rule">;
  /** The second auditor's; null if nobody repeated the audit. It never counts for the batch's verdict. */
  repeat_verdict: Nullable<AuditVerdict>;
  repeat_annotation_id: Nullable<string>;
}
