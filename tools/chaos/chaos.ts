import { randomBytes, randomInt } from "node:crypto";
import { setTimeout as sleep } from "node:timers/promises";
import { parseArgs } from "node:util";
import type { Client } from "@assay/sdk/client.ts";
import { makeDataDir, removeDataDir } from "../bench/service.ts";
import { randomFrom } from "../tour/random.ts";
import type { Check, Evidence, Webhook } from "./check.ts";
import { checkArrivals, checkDeliveries } from "./check-deliveries.ts";
import { checkEvents, readEvents } from "./check-events.ts";
import { checkNothingStuck, checkOnce } from "./check-rest.ts";
import { checkWrites } from "./check-writes.ts";
import { createCarefulClient, createDiary, type Diary } from "./client.ts";
import { type Database, startDatabase } from "./database.ts";
import { type Fleet, startFleet } from "./fleet.ts";
import { createLedger } from "./ledger.ts";
import { type Receivers, startReceivers } from "./receivers.ts";
import { tellStory, type World } from "./stories.ts";
import { type Strikes, strike } from "./strikes.ts";

/** Batches that are worked on at the same time, besides those that wait for something. */
const BUSY = 8;
/** Batches in work or waiting: few enough to finish in time once everything is at rest. */
const MOST_STORIES = 40;
/** A killed process's leases are free again after a minute. */
const SETTLE_MS = 100_000;
const RETRY_DELAYS = "1,1,2,2,3";

/**
 * Runs the system under load and kills, lets it settle, and then checks it; see CONTRIBUTING.md. The exit
 * code is 1 if a check fails.
 */
async function main(args: readonly string[]): Promise<void> {
  const { values } = parseArgs({
    args: [...args],
    options: { seed: { type: "string" }, seconds: { type: "string", default: "90" } },
  });
  const seed = values.seed ?? String(randomInt(1_000_000));
  const seconds = Number(values.seconds);
  if (!(seconds > 0)) throw new Error(`--seconds must be a number above 0, not "${values.seconds}"`);
  say(`seed ${seed}, ${seconds} s under fire`);
  const dataDir = await makeDataDir("assay-chaos-");
  const checks = await run(seed, seconds, dataDir);
  const faults = checks.reduce((sum, check) => sum + check.faults.length, 0);
  if (faults === 0) {
    await removeDataDir(dataDir);
    say(`seed ${seed}: clean`);
    return;
  }
  say(`seed ${seed}: ${faults} violations; data and logs are kept in ${dataDir}`);
  process.exitCode = 1;
}

async function run(seed: string, seconds: number, dataDir: string): Promise<Check[]> {
  const database = await startDatabase(dataDir);
  const receivers = await startReceivers(randomFrom(`${seed}/receivers`));
  const apiKey = randomBytes(24).toString("base64url");
  try {
    const fleet = await startFleet(database, dataDir, {
      ASSAY_BOOTSTRAP_API_KEY: apiKey,
      ASSAY_BOOTSTRAP_EMAIL: "owner@acme.test",
      ASSAY_LOG_LEVEL: "warn",
      ASSAY_WEBHOOK_RETRY_DELAYS: RETRY_DELAYS,
    });
    try {
      const checks = await fight({ seed, seconds, database, fleet, receivers, apiKey });
      await stop(fleet);
      return [
        ...checks,
        tell({ what: "no process ended by itself, and all ended in order", faults: fleet.faults }),
      ];
    } finally {
      await stop(fleet);
    }
  } finally {
    receivers.close();
    await database.stop();
  }
}

async function stop({ instances }: Fleet): Promise<void> {
  await Promise.all(instances.map((instance) => instance.stop()));
}

interface Battle {
  readonly seed: string;
  readonly seconds: number;
  readonly database: Database;
  readonly fleet: Fleet;
  readonly receivers: Receivers;
  readonly apiKey: string;
}

async function fight({ seed, seconds, database, fleet, receivers, apiKey }: Battle): Promise<Check[]> {
  const diary = createDiary();
  const ledger = createLedger();
  const random = randomFrom(`${seed}/client`);
  const apis = fleet.instances.filter(({ role }) => role === "api");
  const client = createCarefulClient({ apis, database: database.downtime, apiKey, random }, diary);
  const webhooks = await registerWebhooks(client, receivers);

  const { instances } = fleet;
  const striking = strike({ instances, database, seconds, random: randomFrom(`${seed}/strikes`) });
  const stories = await tellStories({ seed, client, diary, ledger, receivers }, striking);
  const strikes = await striking;
  say(`killed: ${strikes.figures}`);

  const atRest = Date.now();
  diary.patientUntil = atRest + SETTLE_MS;
  const failed = (await Promise.all(stories)).filter((fault) => fault !== undefined);
  const evidence: Evidence = { client, query: database.query, ledger, receivers, webhooks };
  const stuck = await untilNothingIsStuck(evidence, diary.patientUntil);
  say(`at rest: settled in ${((Date.now() - atRest) / 1000).toFixed(0)} s`);

  const checks = [tell(stuck), tell({ what: `${stories.length} stories came to their end`, faults: failed })];
  for await (const check of prove(evidence)) checks.push(tell(check));
  return [...checks, tell(checkAnswers(diary, strikes))];
}

/** The slow receiver subscribes to final batch events only. */
async function registerWebhooks(client: Client, receivers: Receivers): Promise<Webhook[]> {
  const ends = ["batch.completed", "batch.certified", "batch.failed"] as const;
  const register = async (receiver: Receivers["good"], isReliable: boolean, events?: typeof ends) => {
    const asked = events === undefined ? {} : { events: [...events] };
    const { data } = await client.POST("/v1/webhooks", { body: { url: receiver.url, ...asked } });
    const wants = (type: string) => events === undefined || events.some((event) => event === type);
    return { id: data.id, secret: data.secret, receiver, isReliable, wants };
  };
  const { good, slow, failing } = receivers;
  return [await register(good, true), await register(slow, true, ends), await register(failing, false)];
}

/** Starts stories until the strikes are over; returns the outcome of each, which may be a fault. */
async function tellStories(world: World, striking: Promise<unknown>): Promise<Promise<string | undefined>[]> {
  const stories: Promise<string | undefined>[] = [];
  let isOver = false;
  let live = 0;
  const over = striking.finally(() => {
    isOver = true;
  });
  while (!isOver) {
    if (live < MOST_STORIES && live - world.diary.waiting < BUSY) {
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

async function* prove(evidence: Evidence): AsyncGenerator<Check> {
  const events = await readEvents(evidence);
  yield await checkEvents(evidence, events);
  for (const webhook of evidence.webhooks) yield await checkDeliveries(evidence, webhook, events);
  yield checkArrivals(evidence, events);
  yield* await checkWrites(evidence);
  yield await checkOnce(evidence);
}

function checkAnswers({ requests, answers, replays, faults }: Diary, strikes: Strikes): Check {
  const counts = [...answers]
    .sort(([a], [b]) => a.localeCompare(b))
    .map(([kind, count]) => `${count} × ${kind}`);
  const what = `${requests} requests (${counts.join(", ")}; ${replays} replayed): none failed while all was up`;
  return { what, faults: [...faults, ...strikes.faults] };
}

const MOST_TOLD = 20;

function tell(check: Check): Check {
  const { what, faults } = check;
  say(`${faults.length === 0 ? "ok " : "BAD"}  ${what}`);
  for (const fault of faults.slice(0, MOST_TOLD)) say(`     - ${fault}`);
  if (faults.length > MOST_TOLD) say(`     - and ${faults.length - MOST_TOLD} more`);
  return check;
}

function say(line: string): void {
  process.stdout.write(`${line}\n`);
}

await main(process.argv.slice(2));
