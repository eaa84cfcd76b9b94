import { untilHolds } from "@assay/server/test/until.ts";
import { afterEach, expect, onTestFinished, test, vi } from "vitest";
import { FakeService, fault, gate, givenStore, givenTask } from "../../test/edge.ts";
import { outgoingOf } from "./deliver.ts";
import { titleOf } from "./task.ts";
import { TaskQueue } from "./task-queue.ts";

const queues: TaskQueue[] = [];

afterEach(() => {
  for (const queue of queues.splice(0)) queue.close();
});

async function givenQueue(count: number) {
  const service = new FakeService(Array.from({ length: count }, (_, at) => givenTask(at + 1)));
  const store = givenStore();
  const queue = new TaskQueue({ kinds: ["annotate"] }, store, `member_${Math.random()}`);
  queues.push(queue);
  await queue.start();
  return { queue, service, store };
}

/** Resolves once the queue shows the item with that number. */
const untilShown = (queue: TaskQueue, number: number) =>
  untilHolds(() => {
    const { current } = queue.state();
    expect(current === null ? queue.state().notice : titleOf(current.task)).toBe(`${number}`);
  });

function answer(queue: TaskQueue, label = "yes"): void {
  queue.state().current?.document.apply({
    name: "Label",
    edits: [{ key: `label:${label}`, before: undefined, after: true }],
  });
  queue.submit();
}

test("every claimed task is shown, however slow the claim and however fast the answers", async () => {
  const { queue, service } = await givenQueue(12);
  await untilShown(queue, 1);
  const held = gate();
  service.answer = async (call) => {
    if (call === "POST /v1/tasks/claim") await held.passed;
    return undefined;
  };
  for (const number of [1, 2, 3]) {
    await untilShown(queue, number);
    answer(queue);
  }
  await untilShown(queue, 4);
  held.open();
  for (let number = 4; number <= 12; number += 1) {
    await untilShown(queue, number);
    answer(queue);
  }
  await untilHolds(() => expect(queue.state()).toMatchObject({ phase: "empty", outgoing: [] }));
  expect(service.leased.size).toBe(0);
});

test("tasks that arrive after the queue was closed are released", async () => {
  const { queue, service } = await givenQueue(5);
  await untilShown(queue, 1);
  await untilHolds(() => expect(service.leased.size).toBe(4));
  const held = gate();
  service.answer = async (call) => {
    if (call === "POST /v1/tasks/claim") await held.passed;
    return undefined;
  };
  answer(queue);
  await untilShown(queue, 2);
  await queue.outbox.send();
  queue.close();
  held.open();
  await untilHolds(() => expect(service.leased.size).toBe(0));
});

test("an answer that was reopened offline keeps its place in the outbox until it is submitted again", async () => {
  const { queue, service, store } = await givenQueue(3);
  await untilShown(queue, 1);
  service.isReachable = false;
  answer(queue, "yes");
  await untilShown(queue, 2);
  queue.state().current?.document.apply({
    name: "Label",
    edits: [{ key: "label:no", before: undefined, after: true }],
  });

  await queue.reopenLast();
  await untilShown(queue, 1);
  expect(queue.state().current?.answer()).toMatchObject({ result: { label: "yes" } });
  queue.submit();
  expect(await store.outbox()).toMatchObject([{ task_id: "task_1", body: { result: { label: "yes" } } }]);
  await untilShown(queue, 2); // with its draft
  expect(queue.state().current?.answer()).toMatchObject({ result: { label: "no" } });

  service.isReachable = true;
  await queue.outbox.send();
  expect(service.bodies("POST /v1/tasks/task_1/submit")).toMatchObject([{ result: { label: "yes" } }]);
});

test("an item is shown as soon as the answers that were given offline are sent", async () => {
  const { queue, service } = await givenQueue(5);
  await untilShown(queue, 1);
  await untilHolds(() => expect(service.leased.size).toBe(4));
  service.isReachable = false;
  for (const number of [1, 2, 3, 4]) {
    await untilShown(queue, number);
    answer(queue);
  }
  await untilHolds(() => expect(queue.state().notice).toContain("does not respond"));
  await queue.outbox.send();
  service.isReachable = true;
  await queue.outbox.send();
  await untilShown(queue, 5);
});

test("after a reload, items that the page before is still giving back are waited for", async () => {
  const released = JSON.stringify({ ids: ["task_1"], at: Date.now() });
  vi.stubGlobal("sessionStorage", { getItem: () => released, setItem: () => undefined });
  onTestFinished(() => void vi.unstubAllGlobals());
  const service = new FakeService([]);
  const queue = new TaskQueue({ kinds: ["annotate"] }, givenStore(), `member_${Math.random()}`);
  queues.push(queue);
  const phases = new Set<string>();
  queue.subscribe(() => phases.add(queue.state().phase));
  void queue.start();
  await untilHolds(() => expect(service.bodies("POST /v1/tasks/claim")).toHaveLength(1));
  service.waiting.push(givenTask(1));
  await untilShown(queue, 1);
  expect(phases).not.toContain("empty");
});

test("if a delivered answer cannot be reopened, the current item stays and is still saved", async () => {
  const { queue, service, store } = await givenQueue(3);
  await untilShown(queue, 1);
  answer(queue);
  await untilShown(queue, 2);
  await queue.outbox.send();
  service.isReachable = false;

  await queue.reopenLast();
  expect(queue.state().notice).toContain("does not respond");
  const { current } = queue.state();
  expect(current && titleOf(current.task)).toBe("2");
  current?.document.apply({ name: "Label", edits: [{ key: "label:no", before: undefined, after: true }] });
  await current?.keeper?.settled;
  expect((await store.read("item_2 annotate 1"))?.changes).toHaveLength(1);
});

test("an answer that the service receives while the page loads is not shown again", async () => {
  const task = givenTask(1);
  const service = new FakeService([]);
  service.leased.set(task.id, task);
  const store = givenStore();
  await store.queue(outgoingOf(task, "submit", { result: { label: "yes" } }));
  const [reading, sent] = [gate(), gate()];
  service.answer = async (call) => {
    if (call.endsWith("/submit")) await reading.passed;
    return undefined;
  };
  let isSlow = false;
  const slow = {
    ...store,
    outbox: async () => {
      if (!isSlow) return store.outbox();
      await turns(); // a list of tasks that was requested together with this arrives first
      reading.open();
      await sent.passed;
      return store.outbox();
    },
    unqueue: async (id: string) => {
      isSlow = false;
      const wasHere = await store.unqueue(id);
      sent.open();
      return wasHere;
    },
  };
  const queue = new TaskQueue({ kinds: ["annotate"] }, slow, `member_${Math.random()}`);
  queues.push(queue);
  await untilHolds(() => expect(service.bodies("POST /v1/tasks/task_1/submit")).toHaveLength(1));
  isSlow = true;

  await queue.start();

  expect(queue.state()).toMatchObject({ phase: "empty", current: null });
  const phases = new Set<string>();
  queue.subscribe(() => phases.add(queue.state().phase));
  await queue.goOn();
  expect([...phases], "it stays while the queue asks again").not.toContain("waiting");
});

test.each([
  ["failed", 1],
  ["judging", 1],
  ["open", 2], // such as that of an item that was excluded
] as const)(
  "an answer to an audit that was canceled, the verdict is %s: %i of two count",
  async (outcome, counted) => {
    const service = new FakeService([1, 2, 3].map((number) => givenTask(number, { kind: "audit" })));
    const queue = new TaskQueue({ kinds: ["audit"] }, givenStore(), `member_${Math.random()}`);
    queues.push(queue);
    await queue.start();
    const verdict = { outcome, required: null, sentence: "" };
    service.answer = (call) => {
      if (call === "POST /v1/tasks/task_2/submit") return fault(409, "invalid_state", "the task is canceled");
      const canceled = givenTask(2, { kind: "audit", status: "canceled", verdict });
      return call === "GET /v1/tasks/task_2" ? Response.json(canceled) : undefined;
    };
    for (const number of [1, 2]) {
      await untilShown(queue, number);
      answer(queue);
    }
    const over = { phase: "empty", current: null, ended: "task_2", outgoing: [] };
    const goesOn = { phase: "working", ended: null, outgoing: [{ fault: "the task is canceled" }] };
    await untilHolds(() => expect(queue.state()).toMatchObject(outcome === "open" ? goesOn : over));
    const { audited, finished } = queue.state();
    expect({ audited: audited.length, finished }).toEqual({ audited: counted, finished: counted });
  },
);

/** Lets everything that waits for no timer go on. */
async function turns(): Promise<void> {
  for (let turn = 0; turn < 50; turn += 1) await new Promise(setImmediate);
}
