import { sql } from "kysely";
import { type BatchRecord, getBatch } from "../batches/store.ts";
import { typeOf } from "../guidelines/guidelines.ts";
import { type PresentNames, readPresentNames } from "../guidelines/names.ts";
import { type Db, inSnapshot, type Tx } from "../platform/database/db.ts";
import { preferIndexes } from "../platform/database/planner.ts";
import { getAnnotationType } from "../projects/settings.ts";
import { getProject } from "../projects/store.ts";
import { type Judged, readAuditedAnswers, readGoldAnswers } from "./known.ts";
import { addConfusion, type ConfusionCounter, createConfusion } from "./labels.ts";
import type { ProjectConfusion } from "./project-confusion-schema.ts";
import { MOST_READ, readSample } from "./sample.ts";

/** The newest batches of a project that the report reads. */
const MOST_BATCHES = 50;
/** Items read of all batches: shares then err by about one percent. */
const MOST_ITEMS = 5_000;
/** Answers to gold, and audited ones, after which no other batch is read. */
const MOST_KNOWN = 5_000;
const MOST_PAIRS = 1_000;

/**
 * How often labels are confused in the newest batches of a project, with the labels' current names. Of large batches
 * it reads a sample, in proportion to their sizes. Audits count after their verdict. Throws
 * `not_found`.
 */
export async function reportProjectConfusion(
  db: Db,
  account_id: string,
  project_id: string,
): Promise<ProjectConfusion> {
  return inSnapshot(db, async (tx) => {
    await preferIndexes(tx);
    const { annotation_type, type_options } = await getProject(tx, account_id, project_id);
    const type = getAnnotationType(annotation_type).configured(type_options);
    const { batches, of } = await newestBatches(tx, account_id, project_id);
    const compared = type.labelOf === null ? [] : batches;
    const known = { gold: createConfusion(type), audits: createConfusion(type) };
    const answers = { final: createConfusion(type), pairs: createConfusion(type) };
    const size = batches.reduce((sum, { item_count }) => sum + item_count, 0);
    const share = Math.min(1, MOST_ITEMS / size);
    const read = { items: 0, characters: 0, gold: 0, audits: 0 };
    for (const batch of compared) {
      const present = await readPresentNames(tx, batch, typeOf(batch));
      const { items, characters } = await readSample(tx, batch, present, {
        items: Math.ceil(batch.item_count * share),
        characters: MOST_READ.characters - read.characters,
      });
      read.items += items.length;
      read.characters += characters;
      await addConfusion(answers, items);
      for (const kind of ["gold", "audits"] as const)
        if (read[kind] < MOST_KNOWN)
          read[kind] += addKnown(known[kind], await READ[kind](tx, batch, present));
    }
    return {
      project_id,
      batches: { read: batches.length, of },
      sample: {
        items: read.items,
        of: batches.reduce((sum, { item_count, excluded }) => sum + item_count - excluded, 0),
      },
      confusion: answers.final.pairs(MOST_PAIRS),
      pair_confusion: answers.pairs.pairs(MOST_PAIRS),
      gold_confusion: known.gold.pairs(MOST_PAIRS),
      audit_confusion: known.audits.pairs(MOST_PAIRS),
    };
  });
}

/** Returns their number. */
function addKnown(counter: ConfusionCounter, judged: readonly Judged[]): number {
  for (const { answer, right } of judged) counter.add(answer, right);
  return judged.length;
}

/** Until the verdict nobody sees what an audit found. */
const READ = {
  gold: readGoldAnswers,
  audits: async (tx: Tx, batch: BatchRecord, present: PresentNames): Promise<readonly Judged[]> =>
    batch.audit === null ? readAuditedAnswers(tx, batch, present) : [],
};

/** Without the batches that certify a version of a dataset: their items are copies. */
async function newestBatches(
  tx: Tx,
  account_id: string,
  project_id: string,
): Promise<{ batches: BatchRecord[]; of: number }> {
  const { rows } = await sql<{ id: string; of: number }>`
    select id, count(*) over ()::integer as of from batches
    where account_id = ${account_id} and project_id = ${project_id} and deleted_at is null and dataset_id is null
    order by created_at desc, id desc limit ${MOST_BATCHES}`.execute(tx);
  const batches: BatchRecord[] = [];
  for (const { id } of rows) batches.push(await getBatch(tx, account_id, id));
  return { batches, of: rows[0]?.of ?? 0 };
}
