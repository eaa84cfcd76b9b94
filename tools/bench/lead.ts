import { type Figure, measured } from "./figures.ts";
import { givenBatch, givenProject } from "./given.ts";
import { count, type Part, repeat } from "./part.ts";
import { type Service, withService } from "./service.ts";

const MEMBERS = 30;
const DAYS = 30;
const DAY_MS = 86_400_000;

/** The reports of a lead about a month of work, two answers for each item. */
export const lead: Part = {
  name: "lead",
  measure: (dataDir, quick) =>
    withService(dataDir, async (service) => {
      const items = quick ? 1_000 : 100_000;
      const project_id = await givenProject(service);
      const batch_id = await givenBatch(service, project_id, items);
      await givenAnswers(service, batch_id);
      const to = new Date(Date.now() + DAY_MS).toISOString().slice(0, 10);
      const from = new Date(Date.now() - DAYS * DAY_MS).toISOString().slice(0, 10);
      const paths = [
        `/v1/batches/${batch_id}/trends`,
        "/v1/work?group_by=member",
        "/v1/work?group_by=member,day",
        `/v1/pay?from=${from}&to=${to}`,
        `/v1/work/mine?from=${from}&to=${to}`,
        "/v1/work/mine/days",
        `/v1/projects/${project_id}/confusion`,
        `/v1/projects/${project_id}/blockers`,
      ];
      const figures: Figure[] = [];
      for (const path of paths) figures.push(await measureReport(service, path, items, quick ? 2 : 10));
      return figures;
    }),
};

async function measureReport({ call }: Service, path: string, items: number, runs: number): Promise<Figure> {
  await call("GET", path);
  const took = await repeat(runs, async () => {
    const began = performance.now();
    await call("GET", path);
    return performance.now() - began;
  });
  const name = path
    .replaceAll(/(batch|proj)_\w+/g, ":id")
    .replaceAll(/(from|to)=[\d-]+&?/g, "")
    .replace(/\?$/, "");
  return {
    work: `GET ${name}, ${count(2 * items)} answers of ${MEMBERS} people in ${DAYS} days`,
    ...{ unit: "ms", measured: measured(took), ceiling: undefined, target: { atMost: 1_000 } },
  };
}

/** Answers every item twice, by people of whom one is the member of the key, each with a rate; written by SQL. */
async function givenAnswers(service: Service, batch_id: string): Promise<void> {
  const { db, call } = service;
  await call("POST", "/v1/tasks/claim", { batch_id }); // creates the key's member, and starts the batch
  for (let index = 1; index < MEMBERS; index += 1)
    await call("POST", "/v1/members", { name: `Annotator ${index}` });
  for (const statement of STATEMENTS) await db.query(statement, statement.includes("$1") ? [batch_id] : []);
  await db.query("vacuum analyze");
}

const STATEMENTS = [
  "delete from tasks where batch_id = $1",
  `insert into pay_rates (account_id, member_id, starts_on, unit, amount, currency, set_by, set_at)
   select account_id, id, day, unit, 15.5, 'EUR', id, now() from members,
     (values ('2020-01-01'::date, 'hour'), ((now() - interval '10 days')::date, 'accepted_answer')) as rates (day, unit)`,
  `create temporary table given as
   select to_char(row_number() over (order by at), 'FM00000000000000000000000000') as id, account_id, item_id, member_id, label, at
   from (
     select items.account_id, items.id as item_id, people.ids[1 + (position * 7 + nth * 11) % ${MEMBERS}] as member_id,
       case when (position * 13 + nth) % 10 = 0 then 'negative' else 'positive' end as label,
       date_trunc('milliseconds', now() - make_interval(secs => (position::bigint * 7919 + nth * 104729) % (${DAYS} * 86400))) as at
     from items, generate_series(1, 2) as nth,
       (select array_agg(id order by origin = 'key' desc, id) as ids from members where origin in ('key', 'invited')) as people
     where batch_id = $1) as answers`,
  `insert into tasks (id, account_id, batch_id, item_id, kind, round, status, member_id, guideline_version,
     leased_at, annotation_id, created_at, updated_at)
   select 'task_' || id, account_id, $1, item_id, 'annotate', 1, 'submitted', member_id, 1,
     at - interval '1 minute', 'ann_' || id, at, at from given`,
  `insert into annotations (id, account_id, batch_id, item_id, task_id, member_id, kind, round, version,
     guideline_version, result, active_ms, client_id, created_at)
   select 'ann_' || id, account_id, $1, item_id, 'task_' || id, member_id, 'annotate', 1, 1,
     1, jsonb_build_object('label', label), 30000, id, at from given`,
  `update items set open_slots = 0, answer_count = 2, status = 'accepted', origin = 'consensus', result = '{"label": "positive"}',
     support = 1, guideline_version = 1
   where batch_id = $1`,
  "drop table given",
];
