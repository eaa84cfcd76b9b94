import { LEVEL_NAMES } from "@assay/domain/certification/levels.ts";
import { boundedPolicy, type QualityPolicy, resolvePolicy } from "@assay/domain/certification/policy.ts";
import { priceOf } from "@assay/domain/certification/price.ts";
import { sql } from "kysely";
import type { Db } from "../platform/database/db.ts";
import { getAnnotationType } from "../projects/settings.ts";
import { getProject } from "../projects/store.ts";
import type { PriceQuery, QualityLevels } from "./price-schemas.ts";

/** The newest audits of a project, from which the time of one is estimated. */
const TIMED = 1_000;

interface Wanted {
  readonly type: Parameters<typeof resolvePolicy>[1];
  readonly overrides: QualityPolicy;
  readonly secondsPerAudit: number | null;
}

const UNKNOWN_PROJECT: Wanted = {
  type: { name: "any type", is_object_type: false, takes_one_answer: false, tolerance: {}, loosest: {} },
  overrides: {},
  secondsPerAudit: null,
};

/**
 * The cost of every level for this many items. Throws `not_found` for a project that is not the account's.
 */
export async function listPrices(db: Db, account_id: string, sent: PriceQuery): Promise<QualityLevels> {
  const { items, project_id, slices: count } = sent;
  const wanted = project_id === undefined ? UNKNOWN_PROJECT : await readProject(db, account_id, project_id);
  const { type, overrides, secondsPerAudit } = wanted;
  const { evidence = "audit", ...others } = overrides;
  const data = LEVEL_NAMES.map((level) => {
    const policy = resolvePolicy(level, type, level === "basic" ? { ...others, evidence } : others);
    const facts = { secondsPerAudit, ...(count !== undefined && { slices: count }) };
    const { plan, chances, slices, sentence } = priceOf(policy, items, facts);
    return {
      level,
      score: policy.score,
      overlap: policy.overlap,
      audit_mode: policy.audit_mode,
      evidence: level === "none" ? ("none" as const) : policy.evidence,
      alpha: plan?.budget ?? null,
      stages: (plan?.stages ?? []).map(({ audits, wrong }) => ({
        ...{ required: audits, wrong_allowed: wrong },
        minutes: secondsPerAudit === null ? null : Math.round((audits * secondsPerAudit) / 6) / 10,
      })),
      chances: chances.map(({ share, chance }) => ({ right: share, chance })),
      slices,
      sentence,
    };
  });
  return { data };
}

async function readProject(db: Db, account_id: string, id: string): Promise<Wanted> {
  const { annotation_type, type_options, quality_policy } = await getProject(db, account_id, id);
  const type = getAnnotationType(annotation_type).configured(type_options);
  return {
    type,
    overrides: boundedPolicy(type, quality_policy),
    secondsPerAudit: await timeAudits(db, account_id, id),
  };
}

/** The mean time of an audit in the project; null if none was timed. */
async function timeAudits(db: Db, account_id: string, project_id: string): Promise<number | null> {
  const { rows } = await sql<{ seconds: number | null }>`
    select (avg(active_ms) / 1000)::double precision as seconds from (
      select active_ms from batches
      join audits on audits.account_id = batches.account_id and audits.batch_id = batches.id
      join annotations on annotations.account_id = audits.account_id and annotations.id = audits.annotation_id
      where batches.account_id = ${account_id} and batches.project_id = ${project_id} and active_ms is not null
      order by annotations.id desc limit ${TIMED}
    ) as timed`.execute(db);
  return rows[0]?.seconds ?? null;
}
