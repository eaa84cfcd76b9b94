import type { AuditVerdict } from "@assay/domain/audit-verdict.ts";
import { type DBSchema, type IDBPDatabase, openDB } from "idb";
import type { Change } from "./document.ts";

/** The stored base of an answer, without its later changes. */
export interface KeptDraft {
  /** The item, kind and round of the task: a task that is claimed again has another id. */
  readonly place: string;
  /** Names this log of changes; the server's draft says which log it includes. */
  readonly log: string;
  /** The revision of the server's draft in `base`. */
  readonly revision: number;
  readonly base: readonly (readonly [string, unknown])[];
  /** The last change included in `base`. */
  readonly seq: number;
}

/** A local draft, with the changes that the server has not acknowledged. */
export interface KeptWork {
  readonly draft: KeptDraft;
  readonly changes: readonly KeptChange[];
}

export interface KeptChange {
  readonly place: string;
  readonly seq: number;
  readonly change: Change<unknown>;
}

/** A decision to send to the server: a submit, a skip or an exclusion. */
export interface Outgoing {
  /** The idempotency key. */
  readonly id: string;
  readonly kind: "submit" | "skip" | "exclude";
  readonly task_id: string;
  readonly place: string;
  /** The name of the item on the screen. */
  readonly title: string;
  readonly body: OutgoingBody;
  /** In ms since 1970; decisions are sent in this order. */
  readonly queued_at: number;
  /** The server's message if it refused the decision; null while it waits. */
  readonly fault: string | null;
}

export interface OutgoingBody {
  readonly result?: Readonly<Record<string, unknown>>;
  readonly fields?: Readonly<Record<string, unknown>>;
  readonly active_ms?: number;
  readonly reason?: string;
  /** An auditor's word on the label that they were shown. */
  readonly verdict?: AuditVerdict;
}

interface Schema extends DBSchema {
  drafts: { key: string; value: KeptDraft };
  changes: { key: [string, number]; value: KeptChange };
  outbox: { key: string; value: Outgoing; indexes: { queued_at: number } };
}

const VERSION = 1;

/** One member's work in this browser that the server may not have yet, in IndexedDB. */
export interface DraftStore {
  readonly read: (place: string) => Promise<KeptWork | undefined>;
  /** Adds a change; `begin` with the first one replaces the log. Resolves once it is stored. */
  readonly append: (kept: KeptChange, begin?: KeptDraft) => Promise<void>;
  /** The server has `draft`: deletes the changes up to its `seq`. */
  readonly rebase: (draft: KeptDraft) => Promise<void>;
  /** The places with local drafts. */
  readonly places: () => Promise<readonly string[]>;
  readonly forget: (place: string) => Promise<void>;
  readonly outbox: () => Promise<Outgoing[]>;
  readonly queue: (outgoing: Outgoing) => Promise<void>;
  /** Removes a decision; returns whether it was there. */
  readonly unqueue: (id: string) => Promise<boolean>;
}

/** Opens the store of a member; other members in this browser have their own. */
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
