import { api } from "../api/client.ts";
import type { DraftStore } from "../drafts/store.ts";
import { hasJustReleased, lastReleased, saveDraft } from "./deliver.ts";
import type { Opened } from "./opened.ts";
import { type Prepared, prepare } from "./prepare.ts";
import { draftPlaceOf, type Task, type WorkScope } from "./task.ts";

/** A task that is prepared before it is shown. */
export interface Ahead {
  readonly task: Task;
  /** When it was leased, by this page's clock. */
  readonly since: number;
  readonly ready: Promise<Prepared>;
  prepared: Prepared | undefined;
}

/** A little less than the length of a lease. */
const STALE_MS = 14 * 60_000;

/** Whether the lease of a prepared task still holds. */
export function isFresh({ since }: Ahead): boolean {
  return performance.now() - since < STALE_MS;
}

/** Begins to prepare a task. */
export function lay(store: DraftStore, task: Task): Ahead {
  const ready = prepare(store, task);
  const ahead: Ahead = { task, since: performance.now(), ready, prepared: undefined };
  ready.then(
    (prepared) => {
      ahead.prepared = prepared;
    },
    () => undefined, // those who await `ready` handle it
  );
  return ahead;
}

/** Renews the leases of the task on the screen and of those behind it, unless the person has stopped working. */
export async function renewLeases(
  store: DraftStore,
  current: Opened | null,
  behind: readonly Ahead[],
): Promise<void> {
  if (current === null || !current.clock.isRunning()) return;
  await current.keeper?.renew();
  for (const ahead of behind) await renew(store, ahead);
}

/** Renews the lease of a prepared task; a lease that cannot be renewed expires. */
async function renew(store: DraftStore, ahead: Ahead): Promise<void> {
  const { task } = ahead;
  const saved = await saveDraft(task, task.draft, task.revision).catch(() => undefined);
  if (saved !== undefined) Object.assign(ahead, lay(store, { ...task, revision: saved.revision }));
}

const AGAIN_MS = 1_000;

/** Leases the next tasks of a scope. If there is none, it waits for those that the page before this one is still giving back. */
export async function claim({ kinds, ...scope }: WorkScope, count: number): Promise<Task[]> {
  const body = { ...idsOf(scope), kinds: [...kinds], count };
  const { data } = (await api.POST("/v1/tasks/claim", { body })).data;
  if (data.length > 0 || !hasJustReleased()) return data;
  await new Promise((resolve) => setTimeout(resolve, AGAIN_MS));
  return (await api.POST("/v1/tasks/claim", { body })).data.data;
}

/** The leased tasks without a decision, such as those of a tab that crashed; tasks with a draft come first. */
export async function listInHand(store: DraftStore, { kinds, ...scope }: WorkScope): Promise<Task[]> {
  const query = { ...idsOf(scope), status: "leased" } as const;
  // The outbox first: what has left it by then was submitted, and is not among the leased tasks.
  const decided = new Set((await store.outbox()).map(({ task_id }) => task_id));
  const [{ data }, places] = await Promise.all([api.GET("/v1/tasks", { params: { query } }), store.places()]);
  const begun = new Set(places);
  const released = lastReleased();
  const rank = (task: Task) => (begun.has(draftPlaceOf(task)) ? 0 : task.draft === null ? 2 : 1);
  return data.data
    .filter(({ id, kind }) => kinds.includes(kind) && !decided.has(id) && !released.has(id))
    .sort((a, b) => rank(a) - rank(b) || (a.id < b.id ? -1 : 1));
}

function idsOf({ project, batch }: Omit<WorkScope, "kinds">) {
  return {
    ...(project === undefined ? {} : { project_id: project }),
    ...(batch === undefined ? {} : { batch_id: batch }),
  };
}
