import { sql } from "kysely";
import { expect, onTestFinished, test, vi } from "vitest";
import { startService } from "../../../test/service.ts";
import { databaseClock } from "./clock.ts";
import { connect } from "./db.ts";

const { settings } = await startService();

async function givenClock() {
  const { db } = connect(settings.DATABASE_URL ?? "", { max: 1 });
  onTestFinished(() => db.destroy());
  const clock = await databaseClock(db);
  await clock.synchronize();
  return { db, clock, before: clock.now().getTime(), began: performance.now() };
}

/** Milliseconds by which a clock has moved more than time has passed since it was given. */
function gained({ clock, before, began }: Awaited<ReturnType<typeof givenClock>>): number {
  return clock.now().getTime() - before - (performance.now() - began);
}

test("the clock of a process whose own is set forward goes on as before", async () => {
  const given = await givenClock();
  vi.useFakeTimers({ toFake: ["Date"], now: Date.now() + 60_000 });
  onTestFinished(() => void vi.useRealTimers());

  expect(Math.abs(gained(given))).toBeLessThan(400);
  await given.clock.synchronize();
  expect(Math.abs(gained(given))).toBeLessThan(400);
});

test("an answer that comes late moves the clock no further than it proves", async () => {
  const given = await givenClock();
  const held = given.db.transaction().execute((tx) => sql`select pg_sleep(1)`.execute(tx));
  await Promise.all([held, given.clock.synchronize()]); // waits for the only connection

  expect(Math.abs(gained(given))).toBeLessThan(400);
});
