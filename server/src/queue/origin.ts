import type { LabelingModel, Origin } from "@assay/domain/formats/format.ts";
import { sql } from "kysely";

/** The origin of the label of the row `items`. The column keeps two names of earlier versions, which work beside this one (ADR 0064). */
export const ORIGIN = sql<Origin | null>`case items.origin
  when 'prediction' then 'model' when 'audit' then 'correction' else items.origin end`;

/** Whether a label of this origin is a consensus of people's answers, given here or elsewhere. */
export function isOfAnswers(origin: string | null): boolean {
  return origin === "consensus" || origin === "import";
}

/** The same of the label of the row `items`. */
export const IS_OF_ANSWERS = sql<boolean>`(items.origin in ('consensus', 'import'))`;

/** The model that made the label of the row `items`; null for all other labels, and where an earlier version accepted the prediction. */
export const LABELING_MODEL = sql<LabelingModel | null>`case items.origin when 'prediction' then items.model end`;

/** The origin of an exported item as the column has it. Files that earlier versions froze have the column's names. */
export function storedOrigin(origin: string | null): string | null {
  if (origin === "model") return "prediction";
  return origin === "correction" ? "audit" : origin;
}
