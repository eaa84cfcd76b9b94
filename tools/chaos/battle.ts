import { setTimeout as sleep } from "node:timers/promises";
import { randomFrom } from "../tour/random.ts";
import type { Check, Evidence, Webhook } from "./check.ts";
import { checkArrivals, checkDeliveries } from "./check-deliveries.ts";
import { checkEvents, readEvents, type StoredEvent } from "./check-events.ts";
import { checkNothingStuck, checkOnce } from "./check-rest.ts";
import { checkWrites } from "./check-writes.ts";
import { createCarefulClient, createCarefulFetch, createDiary, type Diary, type Target } from "./client.ts";
import { createLedger } from "./ledger.ts";
import { invitePeople } from "./people.ts";
import type { Receivers } from "./receivers.ts";
import { tellStory, type World } from "./stories.ts";
import { checkPages, openPages } from "./streams.ts";

/** What was damaged, in words, and what did not come back. */
export interface Damage {
  readonly figures: string;
  readonly faults: readonly string[];
}

/** A run of work under fire, and of the checks afterwards. */
export interface Battle {
  readonly seed: string;
  readonly targets: readonly [Target, ...Target[]];
  /** The service's own name for itself, as browsers have it. */
  readonly baseUrl: string;
  readonly apiKey: string;
  readonly query: Evidence["query"];
  readonly receivers: Receivers;
  /** Batches that are worked on at the same time, besides those that wait for something. */
  readonly busy: number;
  /** Batches in work or waiting: few enough to finish in time once everything is at rest. */
  readonly mostStories: number;
  /** How long work that was interrupted may take once everything is at rest. */
  readonly settleMs: number;
  /** Does the damage; resolves when all is up again. */
  readonly strike: () => Promise<Damage>;
  /** Whether no request may fail at all, not even one that succeeds when it is sent again. */
  readonly neverRefused?: boolean;
  /** Whether people may have to sign in again. */
  readonly mayEndSessions?: boolean;
  /** Checks besides those that always follow. */
  readonly prove?: (evidence: Evidence, events: readonly StoredEvent[]) => AsyncIterable<Check>;
}

/** Tells stories under fire until the damage is done, lets them settle, and then checks what is stored. */
export async function fight(battle: Battle): Promise<Check[]> {
  const { seed, targets, baseUrl, apiKey, query, receivers, settleMs } = battle;
  const diary = createDiary();
  const ledger = createLedger();
  const careful = createCarefulFetch({ apis: targets, random: randomFrom(`${seed}/client`) }, diary);
  const client = createCarefulClient(baseUrl, apiKey, careful);
  const evidence: Evidence = {
    ...{ client, query, ledger, receivers },
    webhooks: await registerWebhooks({ client, receivers }),
  };
  const people = await invitePeople({ client, baseUrl, careful, diary });
  const pages = await openPages({ people, apis: targets, diary, random: randomFrom(`${seed}/pages`) });
  const striking = battle.strike();
  const world = { seed, client, diary, ledger, receivers, people, careful };
  const stories = await tellStories(world, battle, striking);
  const damage = await striking;
  say(damage.figures);

  const atRest = Date.now();
  diary.patientUntil = atRest + settleMs;
  const failed = (await Promise.all(stories)).filter((fault) => fault !== undefined);
  const stuck = await untilNothingIsStuck(evidence, diary.patientUntil);
  say(`at rest: settled in ${((Date.now() - atRest) / 1000).toFixed(0)} s`);

  const checks = [tell(stuck), tell({ what: `${stories.length} stories came to their end`, faults: failed })];
  const events = await readEvents(evidence);
  await pages.closeAfter(events);
  checks.push(tell(checkPages(pages, events)));
  for await (const check of proofs(evidence, events)) checks.push(tell(check));
  if (battle.prove) for await (const check of battle.prove(evidence, events)) checks.push(tell(check));
  return [...checks, tell(checkAnswers(battle, diary, damage))];
}

/** The slow receiver subscribes to final batch events only. */
async function registerWebhooks({ client, receivers }: Pick<Evidence, "client" | "receivers">) {
  const ends = ["batch.completed", "batch.certified", "batch.failed"] as const;
  const register = async (
    receiver: Receivers["good"],
    isReliable: boolean,
    events?: typeof ends,
  ): Promise<Webhook> => {
    const asked = events === undefined ? {} : { events: [...events] };
    const { data } = await client.POST("/v1/webhooks", { body: { url: receiver.url, ...asked } });
    const wants = (type: string) => events === undefined || events.some((event) => event === type);
    return { id: data.id, secret: data.secret, receiver, isReliable, wants };
  };
  const { good, slow, failing } = receivers;
  return [await register(good, true), await register(slow, true, ends), await register(failing, false)];
}

/** Starts stories until the strikes are over; returns the outcome of each, which may be a fault. */
async function tellStories(
  world: World,
  { busy, mostStories }: Battle,
  striking: Promise<unknown>,
): Promise<Promise<string | undefined>[]> {
  const stories: Promise<string | undefined>[] = [];
  let isOver = false;
  let live = 0;
  const over = striking.finally(() => {
    isOver = true;
  });
  while (!isOver) {
    if (live < mostStories && live - world.diary.waiting < busy) {
      live += 1;
      const story = tellStory(world, stories.length + 1).then(() => undefined, String);
      stories.push(story);
      void story.then(() => {
        live -= 1;
      });
    } else await sleep(20);
  }
  await over;
  return stories;
}

/** Polls until everything is done or `until` (of `Date.now()`) has passed. */
async function untilNothingIsStuck(evidence: Evidence, until: number): Promise<Check> {
  for (;;) {
    const check = await checkNothingStuck(evidence);
    if (check.faults.length === 0 || Date.now() > until) return check;
    await sleep(500);
  }
}

async function* proofs(evidence: Evidence, events: readonly StoredEvent[]): AsyncGenerator<Check> {
  yield await checkEvents(evidence, events);
  for (const webhook of evidence.webhooks) yield await checkDeliveries(evidence, webhook, events);
  yield checkArrivals(evidence, events);
  yield* await checkWrites(evidence);
  yield await checkOnce(evidence);
}

/** Whether each request that was sent again succeeded is known from the stories, which else do not end. */
function checkAnswers(battle: Battle, diary: Diary, damage: Damage): Check {
  const { neverRefused = false, mayEndSessions = false } = battle;
  const { requests, answers, replays, refusals, faults, signIns } = diary;
  const counts = [...answers]
    .sort(([a], [b]) => a.localeCompare(b))
    .map(([kind, count]) => `${count} × ${kind}`);
  const others = [
    `${replays} replayed`,
    `${signIns} sign-ins`,
    `${refusals.length} not served while all was up`,
  ];
  const figures = [...counts, ...others].join(", ");
  const asked = neverRefused ? "not one failed" : "each succeeded that was sent again as its answer said";
  const what = `${requests} requests (${figures}): ${asked}`;
  const ended =
    signIns > 0 && !mayEndSessions ? [`${signIns} sessions ended, so that people had to sign in again`] : [];
  return { what, faults: [...faults, ...(neverRefused ? refusals : []), ...ended, ...damage.faults] };
}

const MOST_TOLD = 20;

/** Prints a check with its faults. */
export function tell(check: Check): Check {
  const { what, faults } = check;
  say(`${faults.length === 0 ? "ok " : "BAD"}  ${what}`);
  for (const fault of faults.slice(0, MOST_TOLD)) say(`     - ${fault}`);
  if (faults.length > MOST_TOLD) say(`     - and ${faults.length - MOST_TOLD} more`);
  return check;
}

/** Prints a line. */
export function say(line: string): void {
  process.stdout.write(`${line}\n`);
}
