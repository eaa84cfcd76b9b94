import type { QualificationStatus } from "@assay/domain/qualification.ts";
import type { Nullable } from "./columns.ts";

/** That an annotator has read a version of a project's guidelines. */
export interface GuidelineConfirmationsTable {
  account_id: string;
  member_id: string;
  project_id: string;
  version: number;
  confirmed_at: Date;
}

/** How far an annotator's training in a project is; no row before it begins. */
export interface QualificationsTable {
  account_id: string;
  project_id: string;
  member_id: string;
  status: QualificationStatus;
  /** Counts all attempts, also those before the member was let start again. */
  run: number;
  /** Counts from the start, or from when the member was let start again. */
  attempt: number;
  /** The project's settings when the attempt began. */
  items: number;
  pass_mark: number;
  answered: number;
  right: number;
  /** Of the attempt before. */
  last_items: Nullable<number>;
  last_right: Nullable<number>;
  basis: Nullable<"training" | "earlier_work" | "manager">;
  decided_at: Nullable<Date>;
  decided_by: Nullable<string>;
}

/** An item that a member got in an attempt of their training. */
export interface TrainingAnswersTable {
  account_id: string;
  project_id: string;
  member_id: string;
  run: number;
  batch_id: string;
  item_id: string;
  task_id: string;
  /** Null until it is answered. */
  right: Nullable<boolean>;
}

/** A pause of an annotator in a project: one row each time. */
export interface PausesTable {
  id: string;
  account_id: string;
  project_id: string;
  member_id: string;
  gold_answered: number;
  gold_right: number;
  gold_floor: number;
  passed_at: Nullable<Date>;
  paused_at: Date;
  resumed_at: Nullable<Date>;
  resumed_by: Nullable<string>;
}
