import type { Generated } from "kysely";
import type { Nullable, NullableJson } from "./columns.ts";

/**
 * Items of a project or batch that meet every condition given; `q` matches their text or file name, in any
 * case.
 */
export interface ItemFilter {
  readonly project_id?: string | undefined;
  readonly batch_id?: string | undefined;
  readonly state?: "open" | "accepted" | "excluded" | undefined;
  readonly label?: string | undefined;
  /** A member's id or external id. */
  readonly annotator?: string | undefined;
  /** A label in any annotator's answer, or in that of `annotator` if one is given. */
  readonly answer?: string | undefined;
  /** A label in the answer of somebody else than who answered with `answer`. */
  readonly other_answer?: string | undefined;
  readonly support_lt?: number | undefined;
  readonly waits_for?: "adjudication" | "another_answer" | undefined;
  /** The items whose label the last concluded audit of the batch found wrong. */
  readonly audited?: "wrong" | undefined;
  readonly external_ids?: readonly string[] | undefined;
  readonly item_ids?: readonly string[] | undefined;
  readonly metadata?: Readonly<Record<string, string>> | undefined;
  readonly q?: string | undefined;
}

export type BulkAction =
  | "priority"
  | "requeue"
  | "exclude"
  | "gold"
  | "accept_prediction"
  | "adjudicate"
  | "release";

/** The requested change of many items. */
export interface BulkRequest {
  readonly filter: ItemFilter;
  readonly action: BulkAction;
  readonly priority?: number | undefined;
  readonly reason?: string | undefined;
  readonly model?: string | undefined;
  readonly version?: string | undefined;
}

/** The progress of a walk over items: it has passed this position of this batch and all earlier ones. */
export interface ItemCursor {
  readonly batch_id: string;
  readonly position: number;
}

export interface BulkJobsTable {
  id: string;
  account_id: string;
  /** Null for a job requested by an API key. */
  member_id: Nullable<string>;
  action: BulkAction;
  request: NullableJson<BulkRequest>;
  after: NullableJson<ItemCursor>;
  item_count: number;
  changed_count: Generated<number>;
  created_at: Date;
  finished_at: Nullable<Date>;
}
