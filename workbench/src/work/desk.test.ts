import { afterEach, expect, test, vi } from "vitest";
import { FakeService, gate, givenStore, givenTask } from "../../test/edge.ts";
import { Desk } from "./desk.ts";
import { titleOf } from "./task.ts";

const desks: Desk[] = [];

afterEach(() => {
  for (const desk of desks.splice(0)) desk.close();
});

async function givenDesk(count: number) {
  const service = new FakeService(Array.from({ length: count }, (_, at) => givenTask(at + 1)));
  const store = givenStore();
  const desk = new Desk({ kinds: ["annotate"] }, store, `member_${Math.random()}`);
  desks.push(desk);
  await desk.start();
  return { desk, service, store };
}

/** Resolves once the desk shows the item of that number. */
const untilShown = (desk: Desk, number: number) =>
  vi.waitFor(() => {
    const { current } = desk.state();
    expect(current === null ? desk.state().notice : titleOf(current.task)).toBe(`${number}`);
  });

function answer(desk: Desk, label = "yes"): void {
  desk.state().current?.document.apply({
    name: "Label",
    edits: [{ key: `label:${label}`, before: undefined, after: true }],
  });
  desk.submit();
}

test("every task that was claimed is shown, however long a claim takes and however fast the answers are", async () => {
  const { desk, service } = await givenDesk(12);
  await untilShown(desk, 1);
  const held = gate();
  service.answer = async (call) => {
    if (call === "POST /v1/tasks/claim") await held.passed;
    return undefined;
  };
  for (const number of [1, 2, 3]) {
    await untilShown(desk, number);
    answer(desk);
  }
  await untilShown(desk, 4);
  held.open();
  for (let number = 4; number <= 12; number += 1) {
    await untilShown(desk, number);
    answer(desk);
  }
  await vi.waitFor(() => expect(desk.state()).toMatchObject({ phase: "empty", outgoing: [] }));
  expect(service.leased.size).toBe(0);
});

test("tasks that arrive after the desk was closed are given back", async () => {
  const { desk, service } = await givenDesk(5);
  await untilShown(desk, 1);
  await vi.waitFor(() => expect(service.leased.size).toBe(4));
  const held = gate();
  service.answer = async (call) => {
    if (call === "POST /v1/tasks/claim") await held.passed;
    return undefined;
  };
  answer(desk);
  await untilShown(desk, 2);
  await desk.outbox.send();
  desk.close();
  held.open();
  await vi.waitFor(() => expect(service.leased.size).toBe(0));
});

test("an answer that is taken up again without a connection keeps its place until it is given anew", async () => {
  const { desk, service, store } = await givenDesk(3);
  await untilShown(desk, 1);
  service.isReachable = false;
  answer(desk, "yes");
  await untilShown(desk, 2);
  desk.state().current?.document.apply({
    name: "Label",
    edits: [{ key: "label:no", before: undefined, after: true }],
  });

  await desk.reopenLast();
  await untilShown(desk, 1);
  expect(desk.state().current?.answer()).toMatchObject({ result: { label: "yes" } });
  desk.submit();
  expect(await store.outbox()).toMatchObject([{ task_id: "task_1", body: { result: { label: "yes" } } }]);
  await untilShown(desk, 2); // with what was begun of it
  expect(desk.state().current?.answer()).toMatchObject({ result: { label: "no" } });

  service.isReachable = true;
  await desk.outbox.send();
  expect(service.bodies("POST /v1/tasks/task_1/submit")).toMatchObject([{ result: { label: "yes" } }]);
});

test("where a delivered answer cannot be taken up again, what is shown stays and is still saved", async () => {
  const { desk, service, store } = await givenDesk(3);
  await untilShown(desk, 1);
  answer(desk);
  await untilShown(desk, 2);
  await desk.outbox.send();
  service.isReachable = false;

  await desk.reopenLast();
  expect(desk.state().notice).toContain("cannot be reached");
  const { current } = desk.state();
  expect(current && titleOf(current.task)).toBe("2");
  current?.document.apply({ name: "Label", edits: [{ key: "label:no", before: undefined, after: true }] });
  await current?.keeper?.settled;
  expect((await store.read("item_2 annotate 1"))?.changes).toHaveLength(1);
});
