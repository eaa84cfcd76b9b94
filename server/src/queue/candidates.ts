import type { Row } from "../platform/database/tables.ts";

/** The statuses of an auto-accept in which people answer its check sample, by which a model is judged: no model may answer meanwhile. */
export const CHECK_STATUSES: readonly Row<"auto_accepts">["status"][] = ["holding", "checking"];

/** The member and scope of a claim. */
export interface Scope {
  readonly account_id: string;
  readonly member_id: string;
  /** A model gets nothing of a batch in which people answer the check sample of an auto-accept: that must be blind. */
  readonly is_model: boolean;
  readonly batch_id: string | undefined;
  readonly project_id: string | undefined;
  /** The member's projects; null for all. */
  readonly project_ids: readonly string[] | null;
  /** The member's groups. */
  readonly groups: readonly string[];
}

/** The first item of a batch and priority that a member may annotate, read without a lock. */
export interface Candidate {
  readonly batch_id: string;
  readonly batch_priority: Row<"batches">["priority"];
  readonly created_at: Date;
  readonly guideline_version: number;
  /** The share of claims that get gold, 0 to 1; 0 for a batch without known answers. */
  readonly gold_share: number;
  readonly priority: number;
  readonly turn: number;
  readonly claim_order: number;
}
