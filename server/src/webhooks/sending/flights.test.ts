import { expect, test } from "vitest";
import { startDeliveries } from "../../../test/deliveries.ts";
import { createAlarm } from "../../platform/alarm.ts";
import { claimDue, type Rooms } from "../store/lease.ts";
import { Flights } from "./flights.ts";

const { db, deps, givenEvents, givenWebhook } = await startDeliveries();

/** How many deliveries may be claimed of a webhook when the first of `slots` requests to a quick receiver ends. */
async function roomAfterFirstOf(slots: number): Promise<number | undefined> {
  const webhook = await givenWebhook();
  await givenEvents(webhook, slots);
  const landed = createAlarm();
  const flights = new Flights(deps, landed.ring);
  for (const delivery of await claimDue(db, deps.now(), slots)) flights.start(delivery);
  await landed.wait(5_000);
  let given: Rooms = new Map();
  await flights.land(async ({ outcomes, rooms }) => {
    expect(outcomes).toHaveLength(slots);
    given = rooms;
    return [];
  });
  return given.get(webhook.id);
}

test.each([1, 2, 3])(
  "for a quick receiver with %i open requests nothing is claimed ahead, so that the next events get their own requests",
  async (slots) => {
    expect(await roomAfterFirstOf(slots)).toBe(slots);
  },
);

test("for a quick receiver with all four requests open, 16 deliveries are claimed for each", async () => {
  expect(await roomAfterFirstOf(4)).toBe(64);
});
