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
  /** Whether the member was a model. */
  by_model: Generated<boolean>;
  /** When an imported answer was given, if the import said so. */
  answered_at: Nullable<Date>;
  /** The prediction that a task would suggest; null where there was none, and for audits and adjudications. */
  prediction: NullableJson<AnsweredPrediction>;
  created_at: Date;
}

/** A prediction that an answer's item had when its task was claimed. */
export interface AnsweredPrediction {
  readonly model: string;
  readonly version: string | null;
  readonly score: number | null;
  /** From the prediction to the answer, 0 to 1. */
  readonly distance: number;
  /** False if the task withheld it. */
  readonly is_shown: boolean;
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

/** What a model spent on a prediction, each only where its sender said so. */
export interface Usage {
  readonly input_tokens?: number;
  readonly output_tokens?: number;
  /** In the currency of the project's prices. */
  readonly cost?: number;
  readonly ms?: number;
}

/** Probabilities by label, 0 to 1. */
export type LabelScores = Readonly<Record<string, number>>;

export interface PredictionsTable {
  account_id: string;
  id: string;
  batch_id: string;
  item_id: string;
  /** Unique for the item: the model's name and, where it has a version, U+001F and the version. */
  model: string;
  /** Null where there is no version: then `model` is the name. */
  name: Nullable<string>;
  version: Nullable<string>;
  prompt_version: Nullable<string>;
  fields: NullableJson<Metadata>;
  usage: NullableJson<Usage>;
  score: Nullable<number>;
  guideline_version: number;
  result: Json<unknown>;
  /** By the names that labels have in the guideline version. */
  label_scores: NullableJson<LabelScores>;
  /** 32-bit floats, little-endian. */
  vector: Nullable<Buffer>;
  created_at: Date;
}
