import { createHash } from "node:crypto";
import { canonicalJson } from "@assay/domain/draw/canonical-json.ts";
import type { Tx } from "../platform/database/db.ts";
import type { Row } from "../platform/database/tables.ts";
import type { JudgingRules } from "../platform/database/work-tables.ts";
import { getGuidelines, typeOf } from "./guidelines.ts";
import { type PresentNames, readPresentNames } from "./names.ts";

/**
 * The rules by which the batch is judged, fixed when its round was completed. While it is in work, and for a batch that an
 * earlier version completed, they are those of the project now.
 */
export async function judgingRules(tx: Tx, batch: Row<"batches">): Promise<JudgingRules> {
  const isInWork = batch.stage === "created" || batch.stage === "processing";
  return (isInWork ? null : batch.judging_rules) ?? rulesNow(tx, batch);
}

/** Translates results to the names that labels have in the batch's judging rules. */
export async function readJudgedNames(tx: Tx, batch: Row<"batches">): Promise<PresentNames> {
  const { guideline_version } = await judgingRules(tx, batch);
  return readPresentNames(tx, batch, typeOf(batch), guideline_version);
}

/** The rules for a batch that is completed now: its own policy, and the project's labels. */
export async function rulesNow(
  tx: Tx,
  { account_id, project_id, canonical_type, policy }: Row<"batches">,
): Promise<JudgingRules> {
  const { guideline_version } = await tx
    .selectFrom("projects")
    .select("guideline_version")
    .where("account_id", "=", account_id)
    .where("id", "=", project_id)
    .executeTakeFirstOrThrow();
  const { labels } = await getGuidelines(tx, { account_id, project_id }, guideline_version);
  const named = labels.map(({ id, name, retired }) => ({ id, name, retired }));
  return { annotation_type: canonical_type, guideline_version, labels: named, policy };
}

/** SHA-256, in hexadecimal, of the rules as canonical JSON. */
export function digestOfRules(rules: JudgingRules): string {
  return createHash("sha256").update(canonicalJson(rules)).digest("hex");
}
