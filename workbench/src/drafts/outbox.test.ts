import { ApiError } from "@assay/sdk/api-error.ts";
import { untilHolds } from "@assay/server/test/until.ts";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { fault, givenStore } from "../../test/edge.ts";
import { Outbox } from "./outbox.ts";
import type { Outgoing } from "./store.ts";

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

const submit = (id: string): Outgoing => ({
  ...{ id, kind: "submit", task_id: `task_${id}`, place: `item_${id} annotate 1`, title: id, fault: null },
  ...{ body: { result: { label: "yes" } }, queued_at: Number(id) },
});

/** An outbox whose server gives these answers in order, then success. */
function givenOutbox(answers: readonly unknown[]) {
  const store = givenStore();
  const delivered: string[] = [];
  const left = [...answers];
  const deliver = async ({ id }: Outgoing) => {
    const failed = left.shift();
    if (failed !== undefined) throw failed;
    delivered.push(id);
  };
  const outbox = new Outbox({ store, deliver, onChange: () => undefined });
  return { outbox, store, delivered };
}

const refusal = (status: number, code: string) =>
  new ApiError(fault(status, code, "no"), { error: code, message: "no" });

test.each([
  ["too many requests", refusal(429, "rate_limited")],
  ["a lost session", refusal(401, "unauthorized")],
  ["no connection", new TypeError("fetch failed")],
])("after %s decisions are sent again, in their order", async (_, answer) => {
  const { outbox, delivered } = givenOutbox([answer]);
  await outbox.add(submit("1"));
  await outbox.add(submit("2"));
  await vi.advanceTimersByTimeAsync(1_000);
  await untilHolds(() => expect(delivered).toEqual(["1", "2"]));
  await untilHolds(() => expect(outbox.list).toEqual([]));
  outbox.close();
});

test("a refused decision is kept with the server's message, and the next is sent", async () => {
  const { outbox, delivered } = givenOutbox([refusal(409, "conflict")]);
  await outbox.add(submit("1"));
  await outbox.add(submit("2"));
  await untilHolds(() => expect(delivered).toEqual(["2"]));
  await untilHolds(() => expect(outbox.list).toMatchObject([{ id: "1", fault: "no" }]));
  outbox.close();
});

test("a decision is listed also while it is being stored", async () => {
  const { outbox, store } = givenOutbox([]);
  const stored = Promise.withResolvers<void>();
  vi.spyOn(store, "queue").mockReturnValue(stored.promise);
  const added = outbox.add(submit("1"));
  await outbox.takeBack("another");
  expect(outbox.list).toMatchObject([{ id: "1" }]);
  stored.resolve();
  await added;
  await untilHolds(() => expect(outbox.list).toEqual([]));
  outbox.close();
});

test("a decision can be taken back only until the server has it", async () => {
  const gone = () => new TypeError("fetch failed");
  const { outbox } = givenOutbox([gone(), gone(), gone()]);
  await outbox.add(submit("1"));
  expect(await outbox.takeBack("1")).toBe(true);
  expect(outbox.list).toEqual([]);
  await outbox.add(submit("2"));
  await vi.advanceTimersByTimeAsync(60_000);
  expect(outbox.list).toEqual([]);
  expect(await outbox.takeBack("2")).toBe(false);
  outbox.close();
});

test("once the browser is online again, a failed attempt is repeated within two seconds", async () => {
  const { outbox, delivered } = givenOutbox(Array.from({ length: 7 }, () => new TypeError("fetch failed")));
  await outbox.send(); // nothing is there to be sent yet
  for (const id of ["1", "2", "3"]) {
    await outbox.add(submit(id));
    await outbox.send(); // two attempts for each decision, so six fail before the event and one after it
  }
  const since = Date.now();
  window.dispatchEvent(new Event("online"));
  await untilHolds(() => expect(delivered).toEqual(["1", "2", "3"]));
  expect(Date.now() - since).toBeLessThan(2_000);
  outbox.close();
});
