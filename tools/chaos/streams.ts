import { setTimeout as sleep } from "node:timers/promises";
import { pick, type Random } from "../tour/random.ts";
import type { Check } from "./check.ts";
import type { StoredEvent } from "./check-events.ts";
import type { Diary, Target } from "./client.ts";
import type { Person } from "./people.ts";

const AGAIN_MS = 500;
/** How long the last events may be on their way once everything is at rest. */
const LAST_MS = 30_000;
const LOOK_EVERY_MS = 100;

/** A page of the workbench that keeps a stream open. */
export interface Page {
  readonly name: string;
  /** The events it has received, in this order. */
  readonly received: readonly string[];
  /** How often it had to continue after the stream ended or broke. */
  resumed: number;
}

interface Reading extends Page {
  readonly received: string[];
  lastId: string;
}

interface Setup {
  readonly people: readonly Person[];
  readonly apis: readonly [Target, ...Target[]];
  readonly random: Random;
  readonly diary: Diary;
}

export interface Pages {
  readonly all: readonly Page[];
  /** Closes all of them once each has received `events`, or has had the time for it. */
  readonly closeAfter: (events: readonly StoredEvent[]) => Promise<void>;
}

/** Opens two pages for each person who may read events; resolves once each stream has begun. */
export async function openPages({ people, apis, random, diary }: Setup): Promise<Pages> {
  const closing = new AbortController();
  const readers = people.filter(({ role }) => role === "manager" || role === "viewer");
  const opened = await Promise.all(
    readers
      .flatMap((person) => [person, person])
      .map(async (person, index) => {
        const page: Reading = {
          name: `page ${index + 1} (${person.name})`,
          received: [],
          resumed: 0,
          lastId: "",
        };
        const begun = Promise.withResolvers<void>();
        const ended = keepOpen(page, person, begun.resolve);
        await begun.promise;
        return { page, ended };
      }),
  );

  async function keepOpen(page: Reading, person: Person, onBegin: () => void): Promise<void> {
    for (;;) {
      const api = pick(random, apis);
      const from = Date.now();
      const fault = await follow(api, page, person, onBegin).catch((cause: unknown) => cause);
      if (closing.signal.aborted) return;
      if (fault !== undefined && !api.wasDown(from, Date.now()))
        diary.refusals.push(`${page.name}: ${fault}`);
      page.resumed += 1;
      await sleep(AGAIN_MS);
    }
  }

  /** Resolves when the service ends the stream; rejects if it breaks, or is not opened. */
  async function follow(api: Target, page: Reading, person: Person, onBegin: () => void): Promise<void> {
    const headers = {
      authorization: `Bearer ${await person.bearer()}`,
      ...(page.lastId === "" ? {} : { "last-event-id": page.lastId }),
    };
    const answer = await fetch(`${api.origin}/v1/stream`, { headers, signal: closing.signal });
    if (answer.status !== 200 || answer.body === null) throw new Error(`status ${answer.status}`);
    let text = "";
    for await (const chunk of answer.body.pipeThrough(new TextDecoderStream())) {
      const blocks = (text + chunk).split("\n\n");
      text = blocks.pop() ?? "";
      for (const block of blocks) take(page, block);
      onBegin();
    }
  }

  return {
    all: opened.map(({ page }) => page),
    async closeAfter(events) {
      const late = Date.now() + LAST_MS;
      for (const { page } of opened) {
        while (missedBy(page, events).length > 0 && Date.now() < late) await sleep(LOOK_EVERY_MS);
      }
      closing.abort();
      await Promise.all(opened.map(({ ended }) => ended));
    },
  };
}

function take(page: Reading, block: string): void {
  page.lastId = /^id: (\d+)$/m.exec(block)?.[1] ?? page.lastId;
  const [, event] = /^data: .*?"id":"(evt_[^"]+)"/m.exec(block) ?? [];
  if (event !== undefined) page.received.push(event);
}

function told(events: readonly StoredEvent[]): readonly StoredEvent[] {
  return events.filter(({ body }) => body !== null);
}

function missedBy({ received }: Page, events: readonly StoredEvent[]): readonly StoredEvent[] {
  const once = new Set(received);
  return told(events).filter(({ id }) => !once.has(id));
}

/** Each page received each event once; those of deleted batches at most once, because they are erased. */
export function checkPages({ all }: Pages, events: readonly StoredEvent[]): Check {
  const stored = new Set(events.map(({ id }) => id));
  const faults = all.flatMap((page) => {
    const { name, received } = page;
    const twice = received.filter((id, index) => received.indexOf(id) !== index);
    const unknown = received.filter((id) => !stored.has(id));
    return [
      ...missedBy(page, events).map(({ id }) => `${name} missed ${id}`),
      ...twice.map((id) => `${name} received ${id} again`),
      ...unknown.map((id) => `${name} received ${id}, which is not stored`),
    ];
  });
  const resumed = all.reduce((sum, page) => sum + page.resumed, 0);
  const what = `${all.length} streams, resumed ${resumed} times, received each of ${told(events).length} events once`;
  return { what, faults };
}
