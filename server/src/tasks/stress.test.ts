import { sql } from "kysely";
import { expect, test } from "vitest";
import { annotateAll, bodyOf, givenBatch } from "../../test/given.ts";
import { randomOf } from "../../test/random.ts";
import { type Response, startService } from "../../test/service.ts";
import { bulkItems } from "../bulk/bulk-job.ts";
import { expireLeases } from "../queue/expired.ts";

const service = await startService();
const { request, deps, advance } = service;

const MEMBERS = ["ann", "bob", "eve", "joe", "kim", "lou"];
const LEASE = 15 * 60_000;

interface Game {
  readonly batch_id: string;
  readonly pick: <Value>(values: readonly Value[]) => Value | undefined;
  /** Every task that a member has claimed, whatever its state. */
  readonly tasks: Map<string, string[]>;
}

async function claimSome({ batch_id, pick, tasks }: Game, annotator: string): Promise<Response> {
  const kinds = pick([["annotate"], ["adjudicate"], ["annotate", "adjudicate"]]);
  const count = pick([1, 1, 3]);
  const response = await request("POST", "/v1/tasks/claim", { batch_id, annotator, kinds, count });
  for (const { id } of response.body.data ?? []) tasks.get(annotator)?.push(id);
  return response;
}

type Move = (game: Game, annotator: string) => Promise<Response | undefined>;

/** A random action of a member on one of their tasks. */
function onTask(action: string, bodyFor: (game: Game) => object): Move {
  return async (game, annotator) => {
    const id = game.pick((game.tasks.get(annotator) ?? []).slice(-6));
    if (id === undefined) return undefined;
    return request("POST", `/v1/tasks/${id}/${action}`, { annotator, ...bodyFor(game) });
  };
}

const submit = onTask("submit", ({ pick }) => ({ result: { label: pick(["yes", "yes", "no"]) } }));

/** Runs the job at once, in parallel with the members. */
async function changeInBulk(body: object): Promise<Response> {
  const response = await request("POST", "/v1/items/bulk", body);
  if (response.status === 202)
    await bulkItems(deps, { account_id: service.accountId, job_id: response.body.id });
  return response;
}

const MOVES: readonly Move[] = [
  ...[claimSome, claimSome, claimSome, submit, submit, submit, submit],
  onTask("skip", () => ({ reason: "unclear" })),
  onTask("release", () => ({})),
  onTask("reopen", () => ({})),
  onTask("exclude", () => ({ reason: "blank" })),
  async () => {
    advance(LEASE / 3);
    await expireLeases(deps);
    return undefined;
  },
  async ({ batch_id, pick }) =>
    changeInBulk({ action: "priority", priority: pick([0, 1, 2]), filter: { batch_id, state: "open" } }),
  async ({ batch_id, pick }) =>
    changeInBulk({ action: "requeue", filter: { batch_id, external_ids: [pick(["1", "2", "3"])] } }),
];

/** Lets every member make some moves, all members in parallel; returns the responses. */
async function play(game: Game, moves: number): Promise<Response[]> {
  const played = MEMBERS.map(async (annotator) => {
    const answers: Response[] = [];
    for (let move = 0; move < moves; move += 1) {
      const answer = await game.pick(MOVES)?.(game, annotator);
      if (answer !== undefined) answers.push(answer);
    }
    return answers;
  });
  return (await Promise.all(played)).flat();
}

/** The faults of the items of an idle batch: each row is an item whose counts are wrong. */
async function faultsOf(batch_id: string) {
  const { rows } = await sql`
    with counted as (
      select items.*,
        (select count(*) from annotations where item_id = items.id and annotations.round = items.round
          and kind = 'annotate' and superseded_at is null) as answers,
        (select count(*) from tasks where item_id = items.id and kind = 'annotate' and annotation_id is null
          and tasks.status in ('leased', 'open')) as in_hand,
        (select count(*) from tasks where item_id = items.id and kind = 'adjudicate'
          and tasks.status in ('leased', 'open')) as adjudications
      from items where batch_id = ${batch_id})
    select id, status, overlap_required, answer_count, answers, in_hand, open_slots, adjudications, skip_count
    from counted
    where answer_count <> answers
      or open_slots <> case when status = 'open' and adjudications = 0
        then overlap_required - answers - in_hand else 0 end
      or adjudications > 1 or (status <> 'open' and adjudications + in_hand > 0)`.execute(service.db);
  return rows;
}

/** Claimable items behind the cursor of a member who may claim them. */
async function unreachable(batch_id: string) {
  const { rows } = await sql`
    select items.id, claim_cursors.member_id from items
    join claim_cursors on claim_cursors.batch_id = items.batch_id and claim_cursors.priority = items.priority
    where items.batch_id = ${batch_id} and open_slots > 0
      and (items.turn, items.claim_order) <= (claim_cursors.turn, claim_cursors.claim_order)
      and not exists (select from tasks where item_id = items.id and tasks.member_id = claim_cursors.member_id
        and tasks.round = items.round and tasks.kind = 'annotate'
        and tasks.status in ('leased', 'submitted', 'skipped'))`.execute(service.db);
  return rows;
}

async function progressOf(batch_id: string) {
  const { rows } = await sql`
    select coalesce(sum(accepted), 0)::integer as accepted, coalesce(sum(excluded), 0)::integer as excluded,
      coalesce(sum(answers), 0)::integer as answers
    from batch_progress where batch_id = ${batch_id}`.execute(service.db);
  return rows[0];
}

async function truthOf(batch_id: string) {
  const { rows } = await sql`
    select (count(*) filter (where status = 'accepted'))::integer as accepted,
      (count(*) filter (where status = 'excluded'))::integer as excluded, sum(answer_count)::integer as answers
    from items where batch_id = ${batch_id}`.execute(service.db);
  return rows[0];
}

async function expectSound(batch_id: string): Promise<void> {
  expect(await faultsOf(batch_id)).toEqual([]);
  expect(await unreachable(batch_id)).toEqual([]);
  expect(await progressOf(batch_id)).toEqual(await truthOf(batch_id));
}

/** Ends every lease and lets the members answer everything that is left. */
async function playToTheEnd({ batch_id }: Game): Promise<void> {
  advance(LEASE + 1);
  await expireLeases(deps);
  for (const annotator of MEMBERS) await annotateAll(service, batch_id, [annotator]);
  for (const annotator of [...MEMBERS, "judge"]) {
    const wish = { batch_id, annotator, kinds: ["adjudicate"], count: 20 };
    for (const { id } of bodyOf(await request("POST", "/v1/tasks/claim", wish), 200).data) {
      bodyOf(await request("POST", `/v1/tasks/${id}/submit`, { result: { label: "no" } }), 200);
    }
  }
}

test.each([1, 2, 3])(
  "whatever six members do concurrently, every item keeps its slots and the batch completes (seed %i)",
  async (seed) => {
    const { id: batch_id } = await givenBatch(service, { texts: 6 });
    const random = randomOf(seed);
    const game: Game = {
      batch_id,
      pick: (values) => values[Math.floor(random() * values.length)],
      tasks: new Map(MEMBERS.map((name) => [name, []])),
    };

    const answers: Response[] = [];
    for (let round = 0; round < 12; round += 1) {
      answers.push(...(await play(game, 5)));
      await expectSound(batch_id);
    }
    await playToTheEnd(game);

    expect(answers.filter(({ status }) => status >= 500).map(({ body }) => body)).toEqual([]);
    await expectSound(batch_id);
    expect((await request("GET", `/v1/batches/${batch_id}`)).body.status).toBe("completed");
    const events = await service.db
      .selectFrom("events")
      .select("body")
      .where("type", "=", "batch.completed")
      .execute();
    expect(events.filter(({ body }) => body?.includes(batch_id))).toHaveLength(1);
  },
);
