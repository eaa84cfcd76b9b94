import type { Nullable } from "./columns.ts";

/** That an annotator has read a version of a project's guidelines. */
export interface GuidelineConfirmationsTable {
  account_id: string;
  member_id: string;
  project_id: string;
  version: number;
  confirmed_at: Date;
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
