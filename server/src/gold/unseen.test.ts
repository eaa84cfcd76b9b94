import { seededRandom } from "@assay/domain/agreement.ts";
import { expect, test } from "vitest";
import { bodyOf, givenBatch } from "../../test/given.ts";
import { givenPerson, type Person } from "../../test/people.ts";
import { type Response, startService } from "../../test/service.ts";

const service = await startService();

const TASKS = 1_000;
/** Names that tell items and tasks apart, whatever they are: nobody can learn from them what the next one is. */
const NAMES =
  /(^|\.)(id|item_id|text|external_id|line|position|content_url|x-request-id|etag|annotation_id)$/;

/** All that an annotator observed of one task: a value for each path of each response about it. */
type Observed = Map<string, string>;

function observe(observed: Observed, at: string, value: unknown): void {
  if (typeof value === "object" && value !== null) {
    for (const [name, inner] of Object.entries(value)) observe(observed, `${at}.${name}`, inner);
  } else if (!NAMES.test(at)) observed.set(at, JSON.stringify(value));
}

function observeResponse(observed: Observed, at: string, { status, headers, body }: Response): void {
  observe(observed, at, { status, body });
  // Limits count down with every request, and a length with the digits of ids.
  const {
    "x-ratelimit-remaining": _remaining,
    "x-ratelimit-reset": _reset,
    date: _date,
    ...others
  } = headers;
  observe(observed, `${at}.headers`, others);
}

/**
 * The share of the second half that is told apart, in the best way that the first half teaches: by the value at
 * one path, the majority of the tasks with that value.
 */
function bestShare(tasks: readonly { readonly seen: Observed; readonly isGold: boolean }[]) {
  const paths = new Set(tasks.flatMap(({ seen }) => [...seen.keys()]));
  const half = tasks.length / 2;
  let best = { share: 0, path: "" };
  for (const path of paths) {
    const votes = new Map<string | undefined, number>();
    for (const { seen, isGold } of tasks.slice(0, half))
      votes.set(seen.get(path), (votes.get(seen.get(path)) ?? 0) + (isGold ? 1 : -1));
    const right = tasks
      .slice(half)
      .filter(({ seen, isGold }) => (votes.get(seen.get(path)) ?? 0) > 0 === isGold);
    const share = right.length / half;
    if (share > best.share) best = { share, path };
  }
  return { ...best, paths: paths.size };
}

/** Works on the next tasks that the annotator is given, and adds what they observe of each. */
async function workOn(ann: Person, batch_id: string, { tasks, random }: Work): Promise<void> {
  const claimed = bodyOf(await ann.request("POST", "/v1/tasks/claim", { batch_id, count: 20 }), 200).data;
  const waiting = bodyOf(await ann.request("GET", "/v1/tasks/waiting"), 200);
  const listed = async (status: string) =>
    new Map<string, unknown>(
      bodyOf(await ann.request("GET", `/v1/tasks?status=${status}`), 200).data.map((task: { id: string }) => [
        task.id,
        task,
      ]),
    );
  const leased = await listed("leased");
  for (const [index, task] of claimed.entries()) {
    const seen: Observed = new Map();
    observe(seen, "claim", { index, ...task });
    observe(seen, "leased", leased.get(task.id) ?? "not listed");
    observe(seen, "waiting", waiting.data.length);
    const result = { label: random() < 0.5 ? "yes" : "no" };
    observeResponse(seen, "submit", await ann.request("POST", `/v1/tasks/${task.id}/submit`, { result }));
    if (index < 4) observeResponse(seen, "read", await ann.request("GET", `/v1/tasks/${task.id}`));
    tasks.set(task.id, seen);
  }
  const submitted = await listed("submitted");
  for (const { id } of claimed)
    observe(tasks.get(id) ?? new Map(), "submitted", submitted.get(id) ?? "not listed");
  service.advance(2_000); // keeps below the rate limit
}

interface Work {
  readonly tasks: Map<string, Observed>;
  readonly random: () => number;
}

test("nothing that an annotator observes tells gold from other items", { timeout: 300_000 }, async () => {
  const { request, db } = service;
  const random = seededRandom(7);
  const { id: batch_id } = await givenBatch(service, {
    texts: 2 * TASKS,
    settings: { quality_policy: { overlap: 2, gold_share: 0.5 } },
  });
  const names = Array.from({ length: 2 * TASKS }, (_, index) => String(index + 1));
  const chosen = names.filter(() => random() < 0.5);
  const gold = chosen.map((external_id) => ({ external_id, result: { label: "yes" } }));
  bodyOf(await request("POST", `/v1/batches/${batch_id}/gold`, { gold }), 200);
  const ann = await givenPerson(service, { role: "annotator" });
  const tasks = new Map<string, Observed>();
  while (tasks.size < TASKS) await workOn(ann, batch_id, { tasks, random });
  const rows = await db
    .selectFrom("tasks")
    .innerJoin("gold_answers", "gold_answers.item_id", "tasks.item_id")
    .select("tasks.id")
    .where("tasks.batch_id", "=", batch_id)
    .execute();
  const known = new Set(rows.map(({ id }) => id));
  const all = [...tasks].map(([id, seen]) => ({ seen, isGold: known.has(id) }));

  const { share, path, paths } = bestShare(all);

  const goldShare = all.filter(({ isGold }) => isGold).length / all.length;
  expect(paths).toBeGreaterThan(60);
  expect(goldShare).toBeGreaterThan(0.4);
  expect(goldShare).toBeLessThan(0.9);
  // Chance is the larger group, with a standard error of at most 0.022; the best of some hundred paths adds up to 0.1.
  expect(share, path).toBeLessThan(Math.max(goldShare, 1 - goldShare) + 0.1);
});
