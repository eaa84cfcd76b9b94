import { sql } from "kysely";
import { expect, onTestFinished, test, vi } from "vitest";
import { startService } from "../../../test/service.ts";
import { type Clock, databaseClock } from "./clock.ts";
import { connect } from "./db.ts";

const { settings } = await startService();

async function givenClock() {
  const { db } = connect(settings.DATABASE_URL ?? "", { max: 1 });
  onTestFinished(() => db.destroy());
  const clock = await databaseClock(db);
  const asked = performance.now();
  await clock.synchronize();
  return { db, clock, answeredInMs: performance.now() - asked, first: read(clock) };
}

/** What a clock shows, and between which milliseconds of this process's own time it was read. */
function read(clock: Clock) {
  const from = performance.now();
  const at = clock.now().getTime();
  return { from, at, to: performance.now() };
}

/**
 * Whether a clock has moved as far as time has passed since it was given, but for the wait for the answer by which it was set, of
 * which it cannot know when the database read its own, and for the parts of milliseconds that it does not show.
 */
function hasMovedByTime({ clock, answeredInMs, first }: Awaited<ReturnType<typeof givenClock>>): boolean {
  const last = read(clock);
  const moved = last.at - first.at;
  const slack = answeredInMs + 2;
  return moved > last.from - first.to - slack && moved < last.to - first.from + slack;
}

test("the clock of a process whose own is set forward goes on as before", async () => {
  const given = await givenClock();
  vi.useFakeTimers({ toFake: ["Date"], now: Date.now() + 60_000 });
  onTestFinished(() => void vi.useRealTimers());

  expect(hasMovedByTime(given)).toBe(true);
  await given.clock.synchronize();
  expect(hasMovedByTime(given)).toBe(true);
});

test("an answer that comes late moves the clock no further than it proves", async () => {
  const given = await givenClock();
  const held = given.db.transaction().execute((tx) => sql`select pg_sleep(1)`.execute(tx));
  await Promise.all([held, given.clock.synchronize()]); // waits for the only connection

  expect(hasMovedByTime(given)).toBe(true);
});
