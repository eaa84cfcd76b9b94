import type { Generated } from "kysely";
import type { Json, Metadata, Nullable, NullableJson } from "./columns.ts";
import type { TaskKind } from "./work-tables.ts";

export interface AnnotationsTable {
  id: string;
  account_id: string;
  batch_id: string;
  item_id: string;
  task_id: Nullable<string>;
  member_id: string;
  kind: TaskKind;
  round: number;
  version: number;
  superseded_at: Nullable<Date>;
  guideline_version: number;
  result: Json<unknown>;
  fields: NullableJson<Metadata>;
  active_ms: Nullable<number>;
  client_id: Nullable<string>;
  /** The ids of the item's responses in the order that the annotator saw. */
  response_order: Nullable<string[]>;
  /** Whether it is acceptable compared with the known answer; null if none is known. */
  gold_right: Nullable<boolean>;
  /** Whether a signed-in person sent it themselves; null in answers from before this column. */
  by_person: Nullable<boolean>;
  /** When an imported answer was given, if the import said so. */
  answered_at: Nullable<Date>;
  created_at: Date;
}

export interface GoldAnswersTable {
  account_id: string;
  item_id: string;
  batch_id: string;
  guideline_version: number;
  result: Json<unknown>;
  fields: NullableJson<Metadata>;
  /** 0 to 1, random: its position in the order of the batch's gold. */
  draw: Generated<number>;
  created_at: Date;
}

export interface PredictionsTable {
  account_id: string;
  id: string;
  batch_id: string;
  item_id: string;
  model: string;
  score: Nullable<number>;
  guideline_version: number;
  result: Json<unknown>;
  created_at: Date;
}
