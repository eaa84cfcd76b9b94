import fc from "fast-check";
import { expect, test } from "vitest";
import { DIGEST_HOUR, firstDue, hasNews, isTimeZone, movedDue, nextDue } from "./digest.ts";

const DAY_MS = 24 * 3_600_000;

test("it is news when something new waits, or more of it, and not when less does", () => {
  expect(hasNews({}, {})).toBe(false);
  expect(hasNews({}, { "audit:a": 1 })).toBe(true);
  expect(hasNews({ "audit:a": 2 }, { "audit:a": 3 })).toBe(true);
  expect(hasNews({ "audit:a": 2, "audit:b": 1 }, { "audit:a": 1 })).toBe(false);
});

test("what was just told is never news", () => {
  const told = fc.dictionary(fc.string(), fc.nat());
  fc.assert(fc.property(told, (waiting) => !hasNews(waiting, waiting)));
});

test("the next digest is due within a day, at the same time of the day", () => {
  const time = fc.integer({ min: 0, max: 4e12 });
  fc.assert(
    fc.property(time, fc.integer({ min: 0, max: 100 * DAY_MS }), (due, late) => {
      const now = due + late;
      const next = nextDue(new Date(due), new Date(now), null).getTime();
      expect(next).toBeGreaterThan(now);
      expect(next - now).toBeLessThanOrEqual(DAY_MS);
      expect((next - due) % DAY_MS).toBe(0);
    }),
  );
});

const zones = fc.constantFrom("UTC", ...Intl.supportedValuesOf("timeZone"));
/** From 2015 on: before, some islands skipped a day. */
const times = fc.date({ min: new Date("2015-01-01"), max: new Date("2040-01-01"), noInvalidDate: true });

test("with a time zone the next digest is due when its clocks show the hour next, also when they change", () => {
  fc.assert(
    fc.property(zones, times, times, (time_zone, due, now) => {
      const next = nextDue(due, now, time_zone);
      const shown = new Intl.DateTimeFormat("en-GB", { timeZone: time_zone, timeStyle: "medium" }).format(
        next,
      );
      expect(shown).toBe(`0${DIGEST_HOUR}:00:00`);
      expect(next.getTime() - now.getTime()).toBeGreaterThan(0);
      // the clocks of Antarctic stations have gone back by up to three hours
      expect(next.getTime() - now.getTime()).toBeLessThanOrEqual(DAY_MS + 3 * 3_600_000);
    }),
  );
  const next = (now: string) => nextDue(new Date(0), new Date(now), "Europe/Berlin").toISOString();
  expect(next("2026-03-28T07:00:00Z")).toBe("2026-03-29T06:00:00.000Z"); // summer time has begun
  expect(next("2026-10-24T06:00:00Z")).toBe("2026-10-25T07:00:00.000Z");
});

test("a time zone that this runtime does not know has the hours of UTC", () => {
  const now = new Date("2026-11-29T12:00:00Z");
  expect(nextDue(new Date(0), now, "Mars/Olympus")).toEqual(new Date("2026-11-30T08:00:00Z"));
});

test("neither the first digest nor another time zone brings a second one within 20 hours", () => {
  fc.assert(
    fc.property(zones, times, (zone, now) => {
      expect(firstDue(zone, now).getTime() - now.getTime()).toBeGreaterThanOrEqual(20 * 3_600_000);
      expect(movedDue(zone, now).getTime()).toBeGreaterThanOrEqual(now.getTime());
    }),
  );
  expect(firstDue(null, new Date(0))).toEqual(new Date(DAY_MS));
  expect(movedDue("UTC", new Date("2026-11-29T08:00:00Z"))).toEqual(new Date("2026-11-29T08:00:00Z"));
});

test("a time zone has a name", () => {
  for (const name of [
    "Europe/Berlin",
    "UTC",
    "Asia/Kolkata",
    "Asia/Calcutta",
    "America/Argentina/Buenos_Aires",
  ])
    expect(isTimeZone(name), name).toBe(true);
  for (const name of ["", "Mars/Olympus", "+02:00", "-05", "Europe/Berlin ", "Europe"])
    expect(isTimeZone(name), name).toBe(false);
});
