import "react-aria-components"; // looks for a screen when it loads, so import it before `document` is set
import { vi } from "vitest";
import type { DraftStore, KeptChange, KeptDraft, Outgoing } from "../src/drafts/store.ts";
import type { Task } from "../src/work/task.ts";
import { givenItem, givenProject } from "./given.ts";

/**
 * The parts of a browser that unit tests in Node need: a window without a screen, an in-memory IndexedDB, and a
 * network with a fake service. Import it before modules that read `location` or `document`.
 */
const page = Object.assign(new EventTarget(), { visibilityState: "visible", querySelector: () => null });
const edge = {
  ...{ window: new EventTarget(), document: page, location: { origin: "http://assay.test" } },
  matchMedia: () => ({ matches: false }), // so nobody touches
};
Object.assign(globalThis, edge);

/** A member's browser storage, removed after the test. */
export function givenStore(): DraftStore {
  const drafts = new Map<string, KeptDraft>();
  let changes: readonly KeptChange[] = [];
  const outbox = new Map<string, Outgoing>();
  const drop = (place: string, upTo = Number.POSITIVE_INFINITY) => {
    changes = changes.filter((kept) => kept.place !== place || kept.seq > upTo);
  };
  return {
    read: async (place) => {
      const draft = drafts.get(place);
      return draft && { draft, changes: changes.filter((kept) => kept.place === place) };
    },
    append: async (kept, begin) => {
      if (begin !== undefined) {
        drop(kept.place);
        drafts.set(kept.place, begin);
      }
      changes = [...changes, kept];
    },
    rebase: async (draft) => {
      drafts.set(draft.place, draft);
      drop(draft.place, draft.seq);
    },
    forget: async (place) => {
      drafts.delete(place);
      drop(place);
    },
    places: async () => [...drafts.keys()],
    outbox: async () => [...outbox.values()].sort((a, b) => a.queued_at - b.queued_at),
    queue: async (outgoing) => void outbox.set(outgoing.id, outgoing),
    unqueue: async (id) => outbox.delete(id),
  };
}

/** A task with a text to label `yes` or `no`, leased to the caller. */
export function givenTask(number: number, given: Partial<Task> = {}): Task {
  return {
    ...{ id: `task_${number}`, batch_id: "batch_1", kind: "annotate", round: 1, guideline_version: 1 },
    ...{ status: "leased", revision: 0, draft: null, reason: null, member_id: "member_1" },
    lease_expires_at: null,
    created_at: "2026-01-01T00:00:00.000Z",
    updated_at: "2026-01-01T00:00:00.000Z",
    item: givenItem({ id: `item_${number}`, external_id: `${number}`, text: `text ${number}` }),
    ...given,
  } as Task;
}

/** The name of a request, such as `POST /v1/tasks/claim`. */
interface Seen {
  readonly call: string;
  readonly body: unknown;
}

/** A fake service behind `fetch` that hands out tasks and accepts decisions. */
export class FakeService {
  /** The tasks that `claim` returns, in order. */
  waiting: Task[];
  readonly leased = new Map<string, Task>();
  readonly seen: Seen[] = [];
  isReachable = true;
  /** Overrides the response to a call; undefined uses the default. */
  answer: (call: string, body: unknown) => Promise<Response | undefined> | Response | undefined = () =>
    undefined;

  constructor(waiting: readonly Task[]) {
    this.waiting = [...waiting];
    vi.stubGlobal("fetch", (request: Request | string, init?: RequestInit) =>
      this.#take(
        request instanceof Request ? request : new Request(new URL(request, "http://assay.test"), init),
      ),
    );
  }

  /** The bodies of all calls with that name, in order. */
  bodies(call: string): readonly unknown[] {
    return this.seen.filter((seen) => seen.call === call).map(({ body }) => body);
  }

  async #take(request: Request): Promise<Response> {
    const call = `${request.method} ${new URL(request.url).pathname}`;
    const text = await request.text();
    const body = text === "" ? undefined : JSON.parse(text);
    if (!this.isReachable) throw new TypeError("fetch failed");
    this.seen.push({ call, body });
    return (await this.answer(call, body)) ?? this.#respond(call, body);
  }

  #respond(call: string, body: { count?: number; draft?: unknown }): Response {
    const [, id = "", act] = /\/v1\/tasks\/(task_\d+)\/?(\w+)?/.exec(call) ?? [];
    const task = this.leased.get(id);
    if (call === "POST /auth/token") return Response.json(TOKEN);
    if (call === "GET /v1/tasks") return Response.json({ data: [...this.leased.values()] });
    if (call === "POST /v1/tasks/claim") return Response.json({ data: this.#claim(body.count ?? 1) });
    if (act === "guidelines") return Response.json(givenProject({ labels: ["yes", "no"] }));
    if (task === undefined) return fault(404, "not_found", `there is no task ${id}`);
    if (act === undefined) return Response.json(task);
    if (act === "draft") {
      const saved = { ...task, revision: task.revision + 1, draft: body.draft };
      this.leased.set(id, saved);
      return Response.json(saved);
    }
    if (act === "reopen") return Response.json(task);
    this.leased.delete(id);
    return Response.json({});
  }

  #claim(count: number): readonly Task[] {
    const claimed = this.waiting.splice(0, count);
    for (const task of claimed) this.leased.set(task.id, task);
    return claimed;
  }
}

/** An error response of the API. */
export function fault(status: number, code: string, message: string): Response {
  return Response.json({ error: code, message }, { status });
}

/** A promise that a test resolves, to force an order of events. */
export function gate(): { readonly passed: Promise<void>; readonly open: () => void } {
  const { promise, resolve } = Promise.withResolvers<void>();
  return { passed: promise, open: resolve };
}

const TOKEN = {
  token: "t",
  expires_at: "2999-01-01T00:00:00.000Z",
  person: { member_id: "member_1", account_id: "acct_1", name: "Ada", email: "a@b.test", role: "reviewer" },
};
