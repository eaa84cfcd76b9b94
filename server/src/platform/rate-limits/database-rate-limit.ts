import { sql } from "kysely";
import type { Deps } from "../../deps.ts";
import type { Db } from "../database/db.ts";
import { changeFree } from "../database/small-steps.ts";
import { type Allowance, type RateLimiter, WINDOW_MS } from "./rate-limit.ts";

/** Up to this limit each request is remembered to the millisecond, above it to the second. */
const EXACT_LIMIT = 60;
const SECOND_MS = 1_000;
/** Callers in memory and in one statement. */
const MOST_CALLERS = 10_000;
const AT_ONCE = 500;

/** What counts of a caller's last minute, oldest first; each count until its time (ms). */
interface Counted {
  readonly untils: readonly number[];
  readonly counts: readonly number[];
}

interface Granted extends Counted {
  readonly payer: string;
  /** How many of the requests asked for are within the limit. */
  readonly granted: number;
}

/** The requests of a caller that wait for the next statement. */
interface Asked {
  readonly payer: string;
  readonly limit: number;
  readonly nowInMs: number;
  readonly waiting: PromiseWithResolvers<boolean>[];
}

const NOTHING: Counted = { untils: [], counts: [] };

/**
 * Counts requests in the database, so that all processes together let at most `limit` pass in any 60 seconds (ADR 0070).
 * While a statement runs, further requests wait, and share the next one. A caller known to be over the limit is refused
 * without a statement. `peek` says what this process saw last. Rejects while the database is away: nothing passes uncounted.
 */
export function createDatabaseRateLimiter(db: Db): RateLimiter {
  const seen = new Map<string, Counted>();
  const asked = new Map<string, Asked>();
  let isRunning = false;

  function remember(payer: string, counted: Counted): void {
    seen.delete(payer);
    if (seen.size >= MOST_CALLERS) seen.delete(seen.keys().next().value ?? "");
    seen.set(payer, counted);
  }

  async function run(): Promise<void> {
    isRunning = true;
    while (asked.size > 0) {
      const group = [...asked.values()].slice(0, AT_ONCE);
      for (const { payer } of group) asked.delete(payer);
      await count(db, group).then(
        (rows) => {
          const byPayer = new Map(rows.map((row) => [row.payer, row]));
          for (const { payer, waiting } of group) {
            const { granted, ...counted } = byPayer.get(payer) ?? { granted: 0, ...NOTHING };
            remember(payer, counted);
            for (const [index, { resolve }] of waiting.entries()) resolve(index < granted);
          }
        },
        (fault: unknown) => {
          for (const { reject } of group.flatMap(({ waiting }) => waiting)) reject(fault);
        },
      );
    }
    isRunning = false;
  }

  function ask(payer: string, limit: number, nowInMs: number): Promise<boolean> {
    const answer = Promise.withResolvers<boolean>();
    const known = asked.get(payer);
    if (known === undefined) asked.set(payer, { payer, limit, nowInMs, waiting: [answer] });
    else known.waiting.push(answer);
    if (!isRunning) void run();
    return answer.promise;
  }

  const state = (payer: string, policy: string, limit: number, nowInMs: number): Allowance =>
    stateOf(seen.get(payer) ?? NOTHING, policy, limit, nowInMs);

  return {
    async take(payer, policy, limit, nowInMs) {
      const before = state(payer, policy, limit, nowInMs);
      if (before.remaining === 0) return { ...before, allowed: false };
      const allowed = await ask(payer, limit, nowInMs);
      return { ...state(payer, policy, limit, nowInMs), allowed };
    },
    peek: state,
  };
}

function stateOf({ untils, counts }: Counted, policy: string, limit: number, nowInMs: number): Allowance {
  const live = untils
    .map((until, index) => ({ until, count: counts[index] ?? 0 }))
    .filter(({ until }) => until > nowInMs);
  let used = live.reduce((sum, { count }) => sum + count, 0);
  const remaining = Math.max(0, limit - used);
  let frees = nowInMs;
  for (const { until, count } of live) {
    if (remaining === 0 && used < limit) break;
    used -= count;
    frees = until;
  }
  return {
    allowed: true,
    policy,
    limit,
    remaining,
    resetInSeconds: Math.ceil((frees - nowInMs) / 1000),
  };
}

/** Until when a request of now counts. A second counts until the last request in it is a minute old. */
function untilOf({ limit, nowInMs }: Asked): number {
  if (limit <= EXACT_LIMIT) return nowInMs + WINDOW_MS;
  return (Math.floor(nowInMs / SECOND_MS) + 1) * SECOND_MS + WINDOW_MS;
}

/**
 * One statement, which locks each caller's row (in one order, so that two processes never wait for each other), forgets what
 * is over and grants what the limit still allows. Its commit does not wait for the disk.
 */
async function count(db: Db, group: readonly Asked[]): Promise<Granted[]> {
  const payers = group.map(({ payer }) => payer);
  const limits = group.map(({ limit }) => limit);
  const numbers = group.map(({ waiting }) => waiting.length);
  const nows = group.map(({ nowInMs }) => nowInMs);
  const untils = group.map(untilOf);
  const { rows } = await sql<{ payer: string; granted: number; untils: string[]; counts: number[] }>`
    insert into rate_counts as held (payer, most, asked, granted, untils, counts)
    select payer, most, asked, least(asked, most), array[now, until], array[0, least(asked, most)]
    from unnest(
      ${payers}::text[], ${limits}::integer[], ${numbers}::integer[], ${nows}::bigint[], ${untils}::bigint[]
    ) as request (payer, most, asked, now, until)
    cross join (select set_config('synchronous_commit', 'off', true) offset 0) as settings
    order by payer
    on conflict (payer) do update set most = excluded.most, asked = excluded.asked, (granted, untils, counts) = (
      with live as (
        select until, count from unnest(held.untils, held.counts) as one (until, count)
        where until > excluded.untils[1]
      ),
      fresh as (
        select least(excluded.asked, greatest(0, excluded.most - coalesce(sum(count), 0)))::integer as count from live
      )
      select
        (select count from fresh),
        coalesce(array_agg(until order by until), '{}'),
        coalesce(array_agg(count order by until), '{}')
      from (
        select until, sum(count)::integer as count
        from (select * from live union all select excluded.untils[2], count from fresh where count > 0) as every_one
        group by until
      ) as merged
    )
    returning payer, granted, untils, counts`.execute(db);
  return rows.map((row) => ({ ...row, untils: row.untils.map(Number) }));
}

/** Removes the rows of callers who were silent for a minute. It never waits for a count, which locks rows in another order. */
export async function sweepRateCounts({ db, now }: Pick<Deps, "db" | "now">): Promise<void> {
  await changeFree(db, {
    table: "rate_counts",
    condition: sql`not exists (
      select from unnest(untils) as one (until) where until > ${now().getTime()}::bigint)`,
    change: (chosen) => sql`delete from rate_counts where ${chosen}`,
  });
}
