import { type DBSchema, type IDBPDatabase, openDB } from "idb";
import type { Change } from "./document.ts";

/** What is kept of an answer in the making, beside its changes since. */
export interface KeptDraft {
  /** The item, kind of work and round: a task that is claimed again has another id. */
  readonly place: string;
  /** Names this row of changes; the server's draft tells which it holds. */
  readonly log: string;
  /** The revision of the server's draft that `base` is. */
  readonly revision: number;
  readonly base: readonly (readonly [string, unknown])[];
  /** The last change that is in `base`. */
  readonly seq: number;
}

/** An answer in the making with the changes that the server is not known to have. */
export interface KeptWork {
  readonly draft: KeptDraft;
  readonly changes: readonly KeptChange[];
}

export interface KeptChange {
  readonly place: string;
  readonly seq: number;
  readonly change: Change<unknown>;
}

/** Something that was decided and is to reach the server: an answer, a skip, an exclusion. */
export interface Outgoing {
  /** Makes a repeat harmless. */
  readonly id: string;
  readonly kind: "submit" | "skip" | "exclude";
  readonly task_id: string;
  readonly place: string;
  /** What the item is called on the screen. */
  readonly title: string;
  readonly body: OutgoingBody;
  /** In ms since 1970; they are sent in this order. */
  readonly queued_at: number;
  /** Why the server refused it, in its own words; null while it is to be sent. */
  readonly fault: string | null;
}

export interface OutgoingBody {
  readonly result?: Readonly<Record<string, unknown>>;
  readonly fields?: Readonly<Record<string, unknown>>;
  readonly active_ms?: number;
  readonly reason?: string;
}

interface Schema extends DBSchema {
  drafts: { key: string; value: KeptDraft };
  changes: { key: [string, number]; value: KeptChange };
  outbox: { key: string; value: Outgoing; indexes: { queued_at: number } };
}

const VERSION = 1;

/** What one person did in this browser that the server may not have yet, in IndexedDB. */
export interface DraftStore {
  readonly read: (place: string) => Promise<KeptWork | undefined>;
  /** Adds a change; `begin` with the first one replaces whatever was there. Resolved, it outlives the tab. */
  readonly append: (kept: KeptChange, begin?: KeptDraft) => Promise<void>;
  /** The server has `draft`: forgets the changes up to its `seq`. */
  readonly rebase: (draft: KeptDraft) => Promise<void>;
  /** Where something was begun in this browser. */
  readonly places: () => Promise<readonly string[]>;
  readonly forget: (place: string) => Promise<void>;
  readonly outbox: () => Promise<Outgoing[]>;
  readonly queue: (outgoing: Outgoing) => Promise<void>;
  /** Takes an outgoing decision away; gives whether it was there. */
  readonly unqueue: (id: string) => Promise<boolean>;
}

/** Opens what is kept for a member; others of the same browser have their own. */
export async function openStore(member_id: string): Promise<DraftStore> {
  const db = await openDB<Schema>(`assay-${member_id}`, VERSION, {
    upgrade(made) {
      made.createObjectStore("drafts", { keyPath: "place" });
      made.createObjectStore("changes", { keyPath: ["place", "seq"] });
      made.createObjectStore("outbox", { keyPath: "id" }).createIndex("queued_at", "queued_at");
    },
  });
  return {
    read: (place) => read(db, place),
    async append(kept, begin) {
      const tx = db.transaction(["drafts", "changes"], "readwrite");
      const changes = tx.objectStore("changes");
      if (begin !== undefined) {
        void changes.delete(changesOf(begin.place));
        void tx.objectStore("drafts").put(begin);
      }
      void changes.put(kept);
      await tx.done;
    },
    async rebase(draft) {
      const tx = db.transaction(["drafts", "changes"], "readwrite");
      void tx.objectStore("drafts").put(draft);
      void tx.objectStore("changes").delete(changesOf(draft.place, draft.seq));
      await tx.done;
    },
    async forget(place) {
      const tx = db.transaction(["drafts", "changes"], "readwrite");
      void tx.objectStore("drafts").delete(place);
      void tx.objectStore("changes").delete(changesOf(place));
      await tx.done;
    },
    places: () => db.getAllKeys("drafts"),
    outbox: () => db.getAllFromIndex("outbox", "queued_at"),
    queue: async (outgoing) => void (await db.put("outbox", outgoing)),
    async unqueue(id) {
      const tx = db.transaction("outbox", "readwrite");
      const known = await tx.store.getKey(id);
      void tx.store.delete(id);
      await tx.done;
      return known !== undefined;
    },
  };
}

function changesOf(place: string, upTo = Number.MAX_SAFE_INTEGER): IDBKeyRange {
  return IDBKeyRange.bound([place, 0], [place, upTo]);
}

async function read(db: IDBPDatabase<Schema>, place: string): Promise<KeptWork | undefined> {
  const tx = db.transaction(["drafts", "changes"]);
  const draft = await tx.objectStore("drafts").get(place);
  if (draft === undefined) return undefined;
  return { draft, changes: await tx.objectStore("changes").getAll(changesOf(place)) };
}
