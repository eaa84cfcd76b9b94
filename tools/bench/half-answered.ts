import { isDeepStrictEqual } from "node:util";
import { givenBatch } from "./given.ts";
import type { Service } from "./service.ts";

const CHECKED_ITEMS = 20;

/**
 * Creates the state after a member has claimed and submitted half of a batch one by one, in which every item
 * still waits for a second answer. Written by SQL, because half a million submits take too long;
 * `assertSimulationIsTrue` compares it with the real state.
 */
export async function answerHalf(service: Service, batch_id: string, annotator: string): Promise<void> {
  const task = await claimOne(service, batch_id, annotator); // creates the member; starts the batch
  await submit(service, task.id, annotator);
  const { db } = service;
  await db.query("create temporary table answered (item_id text, n bigint)");
  await db.query(
    `insert into answered
     select id, row_number() over () from (
       select id from items where batch_id = $1 and answer_count = 0 and open_slots > 0
       order by priority desc, turn, claim_order
       limit (select item_count / 2 - 1 from batches where id = $1)) as first`,
    [batch_id],
  );
  for (const statement of STATEMENTS)
    await db.query(statement, statement.includes("$2") ? [batch_id, task.member_id] : [batch_id]);
  await db.query("drop table answered");
  await db.query("vacuum analyze");
}

/** The item's own ULID serves its task and annotation too. */
const ID = "substr(item_id, 6)";

const STATEMENTS = [
  `insert into tasks (id, account_id, batch_id, item_id, kind, round, status, member_id, guideline_version,
     leased_at, annotation_id, created_at, updated_at)
   select 'task_' || ${ID}, account_id, $1, item_id, 'annotate', 1, 'submitted', $2, 1,
     now(), 'ann_' || ${ID}, now(), now()
   from answered, batches where batches.id = $1`,
  `insert into annotations (id, account_id, batch_id, item_id, task_id, member_id, kind, round, version,
     guideline_version, result, client_id, created_at)
   select 'ann_' || ${ID}, account_id, $1, item_id, 'task_' || ${ID}, $2, 'annotate', 1, 1,
     1, '{"label": "positive"}', n, now()
   from answered, batches where batches.id = $1`,
  `update items set open_slots = open_slots - 1, answer_count = 1 from answered
   where batch_id = $1 and items.id = answered.item_id`,
  `update claim_cursors set (turn, claim_order) = (
     select turn, claim_order from answered join items on items.id = answered.item_id order by n desc limit 1)
   where batch_id = $1 and member_id = $2`,
  `update batch_progress set answers = answers + (select count(*) from answered)
   where ctid = (select ctid from batch_progress where batch_id = $1 limit 1)`,
];

/** Throws if `answerHalf` leaves a small batch in another state than real claims and submits do. */
export async function assertSimulationIsTrue(service: Service, project_id: string): Promise<void> {
  const real = await givenBatch(service, project_id, CHECKED_ITEMS);
  for (let n = 0; n < CHECKED_ITEMS / 2; n += 1) {
    await submit(service, (await claimOne(service, real, "checked")).id, "checked");
  }
  const simulated = await givenBatch(service, project_id, CHECKED_ITEMS);
  await answerHalf(service, simulated, "checked");
  const states = [await stateOf(service, real), await stateOf(service, simulated)];
  if (!isDeepStrictEqual(states[0], states[1])) {
    throw new Error(`the simulated state is not the real one: ${JSON.stringify(states, null, 2)}`);
  }
}

/** Everything that claims read, in the order of claims. */
async function stateOf({ db }: Service, batch_id: string): Promise<unknown> {
  const { rows } = await db.query(
    `select items.status, items.round, answer_count, skip_count, open_slots, overlap_required, items.turn,
       tasks.kind, tasks.status as task_status, tasks.round as task_round, tasks.revision, tasks.guideline_version,
       lease_expires_at, leased_at is null as never_leased, draft, reason, annotations.id is null as unanswered,
       annotations.kind as answer_kind, annotations.version, superseded_at, annotations.result,
       claim_cursors.claim_order is null as unreached, batches.status as batch_status,
       (select sum(answers) from batch_progress where batch_id = $1) as answers
     from batches join items on items.batch_id = batches.id
     left join tasks on tasks.item_id = items.id
     left join annotations on annotations.id = tasks.annotation_id and annotations.task_id = tasks.id
       and annotations.member_id = tasks.member_id and annotations.item_id = items.id
     left join claim_cursors on claim_cursors.batch_id = batches.id
       and claim_cursors.priority = items.priority
       and (claim_cursors.turn, claim_cursors.claim_order) >= (items.turn, items.claim_order)
     where batches.id = $1 order by items.priority desc, items.turn, items.claim_order`,
    [batch_id],
  );
  return rows;
}

async function claimOne(service: Service, batch_id: string, annotator: string) {
  const { data } = await service.call("POST", "/v1/tasks/claim", { batch_id, annotator });
  return data[0];
}

async function submit(service: Service, task_id: string, annotator: string): Promise<void> {
  const body = { result: { label: "positive" }, client_id: task_id, annotator };
  await service.call("POST", `/v1/tasks/${task_id}/submit`, body);
}
