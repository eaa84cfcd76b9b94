import type { Deps } from "../deps.ts";
import { findAndLockRun, type RequestRow, updateRequest } from "./run-store.ts";
import { ask, keep, prepare, type Taken } from "./send.ts";

/** When a request is due again that was taken although the model has no room for it, as if it had promised replies since. */
const NO_ROOM_MS = 5_000;

/** What the job of a run has sent. */
export interface Load {
  /** The ids of requests whose answer it has, stored or not. */
  readonly answered: ReadonlySet<string>;
  /** How many requests it may take beyond what the model takes at once. */
  readonly ahead: 0 | 1;
}

/** The requests that the job of a run has sent, and the answers that it stores. */
export interface Flights {
  readonly load: () => Load;
  /** Sends a request as soon as the model has room for it and the run may still spend; otherwise gives it back. */
  readonly start: (taken: Taken) => Promise<void>;
  /** Waits for the end of the next request; false if none is under way. */
  readonly next: () => Promise<boolean>;
  /** Waits for the end of all. */
  readonly settle: () => Promise<void>;
}

export function createFlights(deps: Deps): Flights {
  const flying = new Set<Promise<void>>();
  const storing = new Set<Promise<void>>();
  const answered = new Set<string>();
  const stored = new Set<string>();
  let isPrompt = false;
  let failed: { readonly fault: unknown } | undefined;

  function track(work: Promise<void>, set: Set<Promise<void>>): void {
    const end = work
      .catch((fault: unknown) => {
        failed ??= { fault };
      })
      .finally(() => set.delete(end));
    set.add(end);
  }

  async function wait(...sets: readonly ReadonlySet<Promise<void>>[]): Promise<void> {
    await Promise.race(sets.flatMap((set) => [...set]));
    if (failed !== undefined) throw failed.fault;
  }

  async function fly(taken: Taken, content: Awaited<ReturnType<typeof prepare>>): Promise<void> {
    const { id } = taken.request;
    const outcome = await ask(deps, taken, content);
    const isAnswered = outcome?.kind === "answered";
    isPrompt = isAnswered;
    const keeping = keep(deps, taken, outcome).then(() => {
      if (isAnswered) stored.add(id);
    });
    if (isAnswered && taken.run.max_cost === null) {
      answered.add(id);
      track(keeping, storing);
      return;
    }
    await keeping;
    if (isAnswered) answered.add(id);
  }

  return {
    load() {
      for (const id of stored) answered.delete(id); // no list of open requests that is read from now on has it
      stored.clear();
      return { answered, ahead: isPrompt ? 1 : 0 };
    },
    async start(taken) {
      const { model, run, request, others } = taken;
      const content = await prepare(deps, taken);
      const hasRoom = () => others.filter((id) => !answered.has(id)).length < model.concurrency;
      let hasWaited = false;
      while (!hasRoom()) {
        if (flying.size === 0) return giveBack(deps, request, NO_ROOM_MS);
        await wait(flying);
        hasWaited = true;
      }
      while (storing.size > model.concurrency) await wait(storing);
      if (hasWaited && run.max_cost !== null && !(await isRunning(deps, taken)))
        return giveBack(deps, request, 0);
      track(fly(taken, content), flying);
    },
    async next() {
      if (flying.size + storing.size === 0) {
        if (failed !== undefined) throw failed.fault;
        return false;
      }
      await wait(flying, storing);
      return true;
    },
    async settle() {
      while (flying.size + storing.size > 0) await Promise.allSettled([...flying, ...storing]);
    },
  };
}

async function isRunning({ db }: Deps, { run }: Taken): Promise<boolean> {
  const present = await db.transaction().execute((tx) => findAndLockRun(tx, run));
  return present?.status === "running";
}

/** Leaves a request that was not sent to a later take. */
async function giveBack({ db, now }: Deps, request: RequestRow, wait_ms: number): Promise<void> {
  const due_at = new Date(now().getTime() + wait_ms);
  await db
    .transaction()
    .execute((tx) => updateRequest(tx, request, { attempt: request.attempt - 1, due_at }));
}
