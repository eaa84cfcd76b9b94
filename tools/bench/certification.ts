import { setTimeout as sleep } from "node:timers/promises";
import { type Figure, measured, quantile } from "./figures.ts";
import { givenBatch, givenProject } from "./given.ts";
import { peakMiB, resetPeak, residentMiB } from "./memory.ts";
import { count, repeat, untilBatch } from "./part.ts";
import type { Service } from "./service.ts";

const SECONDS = { atMost: 20 };
const GROWTH = { atMost: 200 };
const CLAIM_P95 = { atMost: 20 };

const ANNOTATORS = ["first", "second", "third"];
const CLAIMANTS = 10;
const CLAIMS_PER_SECOND = 20;
const WARM_UP = 100;
const ALONE_MS = 10_000;
const POLL_MS = 50;
/**
 * The label that an annotator gives: for a random tenth of the items the other one, depending on the item's
 * text.
 */
const LABEL = `case when hashtext(items.id || member) % 10 = 0 then 'negative' else 'positive' end`;

/**
 * A batch from its last answer to its certificate: the model's labels, the audit's sample, the frozen dataset
 * and its signed certificate. The auditor's time does not count. Meanwhile tasks of another batch are
 * claimed.
 */
export async function measureCertification(service: Service, quick: boolean): Promise<readonly Figure[]> {
  const size = quick ? 3_000 : 100_000;
  const project_id = await givenProject(service, { quality_policy: { overlap: ANNOTATORS.length } });
  const other = await givenBatch(service, await givenProject(service), 10_000);
  const batch_id = await givenBatch(service, project_id, size);
  const submits = await leaveOneItem(service, batch_id);
  await repeat(WARM_UP, (index) => claimOnce(service, other, index));
  const alone = claimMeanwhile(service, other);
  await sleep(ALONE_MS);
  const undisturbed = await alone.stop();
  const before = await residentMiB(service.pid);
  await resetPeak(service.pid);
  const claims = claimMeanwhile(service, other);
  const toSample = await timed(async () => {
    for (const submit of submits) await submit();
    await untilBatch(service, batch_id, ({ audit }) => audit !== null, POLL_MS);
  });
  const submitLast = await auditAllButOne(service, batch_id);
  const toCertificate = await timed(async () => {
    await submitLast();
    await untilBatch(service, batch_id, ({ status }) => status === "certified", POLL_MS);
  });
  const latencies = await claims.stop();
  const peak = await peakMiB(service.pid);
  const work = `certify ${count(size)} items with ${count(size * ANNOTATORS.length)} answers`;
  return [
    {
      work,
      unit: "s",
      measured: measured([toSample + toCertificate]),
      ceiling: undefined,
      target: SECONDS,
      details: { to_sample_s: toSample, to_certificate_s: toCertificate },
    },
    {
      work: `${work}, growth of the service's memory`,
      unit: "MiB",
      measured: measured([peak - before]),
      ceiling: undefined,
      target: GROWTH,
    },
    {
      work: `claims meanwhile, ${CLAIMS_PER_SECOND} a second, p95`,
      unit: "ms",
      measured: measured([quantile(latencies, 0.95)]),
      ceiling: { ...measured([quantile(undisturbed, 0.95)]), of: "the same before, undisturbed" },
      target: CLAIM_P95,
      details: {
        p50_ms: quantile(latencies, 0.5),
        undisturbed_p50_ms: quantile(undisturbed, 0.5),
        claims: latencies.length,
      },
    },
  ];
}

/**
 * Stores all answers except those to one item, which three members have claimed; returns the submits of
 * these.
 */
async function leaveOneItem(
  service: Service,
  batch_id: string,
): Promise<readonly (() => Promise<unknown>)[]> {
  const tasks = await repeat(ANNOTATORS.length, async (index) => {
    const { data } = await service.call("POST", "/v1/tasks/claim", {
      batch_id,
      annotator: ANNOTATORS[index],
    });
    return data[0];
  });
  const items = new Set(tasks.map(({ item }) => item.id));
  if (items.size !== 1) throw new Error("the members were given different items");
  await answerRest(
    service,
    batch_id,
    [...items].join(),
    tasks.map(({ member_id }) => member_id),
  );
  return tasks.map(
    ({ id }, index) =>
      () =>
        service.call("POST", `/v1/tasks/${id}/submit`, {
          annotator: ANNOTATORS[index],
          result: { label: "positive" },
        }),
  );
}

/**
 * Inserts by SQL what submits of these members to all items but one would store: 300,000 submits take too
 * long.
 */
async function answerRest({ db }: Service, batch_id: string, item_id: string, members: readonly string[]) {
  const id = "upper(right(replace(gen_random_uuid()::text, '-', ''), 26))";
  await db.query(
    `create temporary table answered as
     select items.id as item_id, member, ${id} as ulid, ${LABEL} as label
     from items, unnest($2::text[]) as member where batch_id = $1 and items.id <> $3`,
    [batch_id, members, item_id],
  );
  await db.query(
    `insert into tasks (id, account_id, batch_id, item_id, kind, round, status, member_id, guideline_version,
       leased_at, annotation_id, created_at, updated_at)
     select 'task_' || ulid, account_id, $1, item_id, 'annotate', 1, 'submitted', member, 1,
       now(), 'ann_' || ulid, now(), now()
     from answered, batches where batches.id = $1`,
    [batch_id],
  );
  await db.query(
    `insert into annotations (id, account_id, batch_id, item_id, task_id, member_id, kind, round, version,
       guideline_version, result, active_ms, created_at)
     select 'ann_' || ulid, account_id, $1, item_id, 'task_' || ulid, member, 'annotate', 1, 1,
       1, json_build_object('label', label), 2500, now()
     from answered, batches where batches.id = $1`,
    [batch_id],
  );
  await db.query(
    `update items set status = 'accepted', answer_count = $2::integer, open_slots = 0, guideline_version = 1,
       result = json_build_object('label', decided.label), support = decided.votes::float / $2::integer, origin = 'consensus'
     from (
       select item_id, mode() within group (order by label) as label,
         greatest(count(*) filter (where label = 'positive'), count(*) filter (where label = 'negative')) as votes
       from answered group by item_id
     ) as decided
     where items.batch_id = $1 and items.id = decided.item_id`,
    [batch_id, members.length],
  );
  await db.query(
    `insert into batch_progress (account_id, batch_id, shard, accepted, excluded, answers)
     select (select account_id from batches where id = $1), $1, 1 + (select coalesce(max(shard), 0) from batch_progress where batch_id = $1),
       count(distinct item_id), 0, count(*) from answered`,
    [batch_id],
  );
  await db.query("drop table answered");
  await db.query("vacuum analyze");
}

/** The auditor accepts each label unchanged; returns the last submit. */
export async function auditAllButOne(service: Service, batch_id: string): Promise<() => Promise<unknown>> {
  const { audit } = await service.call("GET", `/v1/batches/${batch_id}`);
  const kinds = ["audit"];
  const claim = { batch_id, annotator: "auditor", kinds };
  const submits = await repeat(audit.required, async (index) => {
    const { data } = await service.call("POST", "/v1/tasks/claim", claim);
    const { id, item } = data[0];
    const { rows } = await service.db.query("select result from items where id = $1", [item.id]);
    const submit = () =>
      service.call("POST", `/v1/tasks/${id}/submit`, { annotator: "auditor", result: rows[0].result });
    if (index < audit.required - 1) await submit();
    return submit;
  });
  return submits.at(-1) ?? (() => Promise.reject(new Error("there is nothing to audit")));
}

function claimOnce({ call }: Service, batch_id: string, index: number): Promise<unknown> {
  return call("POST", "/v1/tasks/claim", { batch_id, annotator: `claimant-${index % CLAIMANTS}` });
}

/**
 * An open loop: a claim every 1/20 s by one of ten members, until it is stopped; returns the duration of each
 * in ms.
 */
function claimMeanwhile(service: Service, batch_id: string) {
  let isOver = false;
  const answers: Promise<number>[] = [];
  const running = (async () => {
    const begun = performance.now();
    for (let index = 0; !isOver; index += 1) {
      answers.push(timed(() => claimOnce(service, batch_id, index)));
      await sleep(Math.max(0, begun + ((index + 1) * 1000) / CLAIMS_PER_SECOND - performance.now()));
    }
  })();
  return {
    async stop() {
      isOver = true;
      await running;
      return (await Promise.all(answers)).map((seconds) => seconds * 1000);
    },
  };
}

/** The seconds that `work` takes. */
export async function timed(work: () => Promise<unknown>): Promise<number> {
  const begun = performance.now();
  await work();
  return (performance.now() - begun) / 1000;
}
