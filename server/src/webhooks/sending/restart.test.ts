import { RETRY_DELAYS } from "@assay/domain/retry.ts";
import { sql } from "kysely";
import { expect, onTestFinished, test } from "vitest";
import { startDeliveries } from "../../../test/deliveries.ts";
import { untilHolds } from "../../../test/until.ts";
import { DELIVERIES_CHANNEL } from "../../events/emit.ts";
import { connect } from "../../platform/database/db.ts";
import { startDelivering } from "./deliver.ts";

const { advance, answerWith, db, deps, givenEvent, givenWebhook, sent } = await startDeliveries();

/** A worker with its own connections, like another process. */
function startWorker() {
  const own = connect(String(deps.config.databaseUrl), { max: 3 });
  const worker = startDelivering({ ...deps, ...own });
  let stopped: Promise<void> | undefined;
  const stop = () => {
    stopped ??= worker.stop().then(() => own.db.destroy());
    return stopped;
  };
  onTestFinished(stop);
  return stop;
}

/** Advances the clock, and wakes the workers, whose sleep uses real time. */
async function pass(seconds: number): Promise<void> {
  advance(seconds * 1_000);
  await sql`select pg_notify(${DELIVERIES_CHANNEL}, '')`.execute(db);
}

test("a worker started during the wait of 24 hours makes the last of six attempts", async () => {
  const webhook = await givenWebhook();
  answerWith(() => 500);
  const recorded = (attempts: number) =>
    untilHolds(async () => expect((await webhook.delivery()).attempts).toHaveLength(attempts));
  const stop = startWorker();
  await givenEvent(webhook);
  await recorded(1);
  for (const [index, delay] of RETRY_DELAYS.slice(0, 4).entries()) {
    await pass(delay);
    await recorded(index + 2);
  }

  await pass(12 * 3_600);
  await stop();
  expect(await webhook.delivery()).toMatchObject({ status: "pending", attempt_count: 5 });
  startWorker();
  await pass(12 * 3_600);
  await recorded(6);

  expect(await webhook.delivery()).toMatchObject({ status: "failed", next_attempt_at: null });
  expect(sent.map(({ headers }) => headers["X-Delivery-Attempt"])).toEqual(["0", "1", "2", "3", "4", "5"]);
  expect(new Set(sent.map(({ headers, body }) => headers["webhook-id"] + body)).size).toBe(1);
  expect(await webhook.read()).toMatchObject({ enabled: false, disabled_reason: "delivery_failures" });
});
