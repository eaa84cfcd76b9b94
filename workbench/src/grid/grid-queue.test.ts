import { untilHolds } from "@assay/server/test/until.ts";
import { afterEach, expect, test, vi } from "vitest";
import { FakeService, fault, givenStore, givenTask } from "../../test/edge.ts";
import { GridQueue } from "./grid-queue.ts";
import { idOf } from "./grid-state.ts";

const queues: GridQueue[] = [];

afterEach(() => {
  for (const queue of queues.splice(0)) queue.close();
  vi.useRealTimers();
});

async function givenQueue(count: number) {
  const service = new FakeService(Array.from({ length: count }, (_, at) => givenTask(at + 1)));
  const store = givenStore();
  const queue = new GridQueue({ kinds: ["annotate"] }, store, `grid-${Math.random()}`);
  queues.push(queue);
  await queue.start();
  return { queue, service, store };
}

const ids = (queue: GridQueue) => queue.state().tiles.map(idOf);
const submitted = (service: FakeService) =>
  service.seen.filter(({ call }) => call.endsWith("/submit")).map(({ call }) => call.split("/").at(-2));

test("twenty tasks are claimed at once, and others take the places of those that were submitted", async () => {
  const { queue, service } = await givenQueue(30);
  expect(ids(queue)).toHaveLength(20);
  expect(service.bodies("POST /v1/tasks/claim")).toEqual([{ kinds: ["annotate"], count: 20 }]);
  queue.label(ids(queue).slice(5), "yes");
  queue.submit();
  await untilHolds(() => expect(ids(queue)).toHaveLength(15));
  await untilHolds(() => expect(submitted(service)).toHaveLength(15));

  expect(ids(queue)).toEqual([1, 2, 3, 4, 5, ...range(21, 30)].map((number) => `task_${number}`));
  expect(queue.state()).toMatchObject({ finished: 15, outgoing: [] });
  const left = [1, 2, 3, 4, 5].map((number) => `task_${number}`);
  expect(queue.state().sent).toEqual({ submitted: 15, left });
});

test("a refused answer comes back with what the service said, and the next submit replaces it", async () => {
  const { queue, service, store } = await givenQueue(3);
  service.answer = (call) =>
    call === "POST /v1/tasks/task_2/submit"
      ? fault(409, "lease_expired", "the lease has expired")
      : undefined;
  queue.label(ids(queue), "no");
  queue.submit();
  await untilHolds(() =>
    expect(queue.state().tiles.map((tile) => tile.fault)).toEqual(["the lease has expired"]),
  );
  expect(new Set(submitted(service))).toEqual(new Set(["task_1", "task_2", "task_3"]));
  service.answer = () => undefined;
  queue.submit();
  await untilHolds(async () => expect(await store.outbox()).toEqual([]));

  const [first, second] = service.bodies("POST /v1/tasks/task_2/submit").map((body) => Object(body));
  expect([first.result, second.result]).toEqual([{ label: "no" }, { label: "no" }]);
  expect(queue.state().tiles).toEqual([]);
});

test("a refused answer that is discarded leaves neither a tile nor a draft", async () => {
  const { queue, service, store } = await givenQueue(2);
  service.answer = (call) => (call.endsWith("/submit") ? fault(404, "not_found", "no such task") : undefined);
  queue.label(["task_1"], "no");
  queue.submit();
  await untilHolds(() =>
    expect(queue.state().tiles.map((tile) => tile.fault)).toEqual(["no such task", null]),
  );
  service.leased.delete("task_1");
  await queue.discard();

  expect(ids(queue)).toEqual(["task_2"]);
  expect([await store.outbox(), await store.places()]).toEqual([[], []]);
});

test("the leases of all tiles are renewed while somebody works", async () => {
  vi.useFakeTimers({ toFake: ["setInterval", "performance"] });
  const { queue, service } = await givenQueue(4);
  vi.advanceTimersByTime(4 * 60_000);
  window.dispatchEvent(new Event("keydown"));
  vi.advanceTimersByTime(60_000);
  const renewed = () => service.seen.filter(({ call }) => call.endsWith("/draft")).map(({ call }) => call);
  await untilHolds(() => expect(renewed()).toHaveLength(4));
  vi.advanceTimersByTime(5 * 60_000); // nobody works any more
  queue.close();
  await untilHolds(() => expect(service.leased.size).toBe(0)); // what was renewed was renewed before

  expect(renewed()).toHaveLength(4);
});

test("leaving keeps the tasks with a label and releases the others", async () => {
  const { queue, service } = await givenQueue(3);
  queue.label(["task_2"], "yes");
  queue.close();
  await untilHolds(() => expect([...service.leased.keys()]).toEqual(["task_2"]));
});

test("items of another project wait for the view of one item", async () => {
  const { item } = givenTask(2);
  const other = givenTask(2, { item: { ...item, project_id: "proj_2" } });
  const service = new FakeService([givenTask(1), other]);
  service.answer = (call) =>
    call === "GET /v1/tasks/task_2/guidelines" ? Response.json({ ...OTHER, id: "proj_2" }) : undefined;
  const queue = new GridQueue({ kinds: ["annotate"] }, givenStore(), `grid-${Math.random()}`);
  queues.push(queue);
  await queue.start();

  expect(ids(queue)).toEqual(["task_1"]);
});

function range(from: number, to: number): readonly number[] {
  return Array.from({ length: to - from + 1 }, (_, at) => from + at);
}

const OTHER = {
  ...{ name: "Other", annotation_type: "text_classification", instructions: null, type_options: {} },
  ...{ guideline_version: 1, is_confirmed: true, has_assist: false, fields: [], labels: [] },
};
