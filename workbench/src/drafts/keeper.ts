import { ApiError } from "@assay/sdk/api-error.ts";
import { strings } from "#strings/drafts.ts";
import { messageOf } from "../api/message.ts";
import { readServerDraft, type ServerDraft } from "./choose.ts";
import type { AnswerDocument, Change } from "./document.ts";
import { isRefusal } from "./refusal.ts";
import type { DraftStore, KeptDraft } from "./store.ts";

type Pairs = readonly (readonly [string, unknown])[];

/** Two versions of one answer: the one saved elsewhere, and the local one. */
export interface Conflict {
  readonly at: "conflict";
  readonly theirs: Pairs;
  readonly revision: number;
}

/** Where the current draft is: on the server, being saved, in this browser only, or in conflict. */
export type Kept =
  | { readonly at: "server" | "way" }
  | { readonly at: "here"; readonly why: string }
  | Conflict;

/** The requests for drafts. */
export interface SavedDraft {
  readonly revision: number;
  readonly draft: unknown;
}

interface KeeperOptions {
  readonly document: AnswerDocument<unknown>;
  readonly store: DraftStore;
  readonly place: string;
  readonly log: string;
  readonly seq: number;
  readonly revision: number;
  /** This browser has changes that the server does not have. */
  readonly isAhead: boolean;
  /** The changes of `log` are already in `store`. */
  readonly isBegun: boolean;
  readonly theirs: Conflict | null;
  readonly save: (draft: ServerDraft, revision: number, isLeaving: boolean) => Promise<SavedDraft>;
  readonly read: () => Promise<SavedDraft>;
  readonly onChange: () => void;
}

/** The number of no change: the server must get the answer again. */
const NOTHING = -1;
const IDLE_MS = 2_000;
const LONGEST_MS = 10_000;
const RETRY_MS = 5_000;

/**
 * Saves one draft: every change to IndexedDB at once, and the whole draft to the server 2 s after the last change, at
 * most 10 s after the first. Failed requests are repeated; a refused draft stays in this browser.
 */
export class Keeper {
  readonly #options: KeeperOptions;
  readonly #stop: () => void;
  #seq: number;
  #revision: number;
  #savedSeq: number;
  #saved: SavedDraft | undefined;
  #kept: Kept;
  #isBegun: boolean;
  #isClosed = false;
  #idle: ReturnType<typeof setTimeout> | undefined;
  #longest: ReturnType<typeof setTimeout> | undefined;
  #sending: Promise<void> | undefined;
  #writing: Promise<unknown> = Promise.resolve();

  constructor(options: KeeperOptions) {
    const { document, seq, revision, isAhead, isBegun } = options;
    this.#options = options;
    this.#seq = seq;
    this.#revision = revision;
    this.#savedSeq = isAhead ? NOTHING : seq;
    this.#isBegun = isBegun;
    this.#kept = options.theirs ?? { at: isAhead ? "way" : "server" };
    const base = { place: options.place, log: options.log, revision, base: [...document.entries()], seq };
    this.#stop = document.subscribe((change) => this.#changed(change, base));
    if (isAhead) this.#schedule(IDLE_MS);
  }

  /** Where the draft is now. */
  get kept(): Kept {
    return this.#kept;
  }

  /** What this tab has saved on the server; undefined before the first save. */
  get saved(): SavedDraft | undefined {
    return this.#saved;
  }

  /** Resolves once all changes so far are in IndexedDB. */
  get settled(): Promise<unknown> {
    return this.#writing;
  }

  /** Saves missing changes on the server; resolves after the attempt. */
  async flush(how: { readonly isLeaving: boolean } = { isLeaving: false }): Promise<void> {
    if (this.#sending !== undefined && !how.isLeaving) await this.#sending;
    if (this.#isClosed || this.#savedSeq === this.#seq || this.#kept.at === "conflict") return;
    this.#sending = this.#send(how.isLeaving).finally(() => {
      this.#sending = undefined;
    });
    await this.#sending;
  }

  /** Renews the lease without a change. */
  async renew(): Promise<void> {
    this.#savedSeq = NOTHING;
    await this.flush();
  }

  /** Continues from the server's revision, whose draft this answer replaces. */
  overrule(revision: number): void {
    this.#revision = revision;
    this.#savedSeq = NOTHING;
    this.#become({ at: "way" });
    this.#schedule(0);
  }

  /** Stops saving. */
  close(): void {
    this.#isClosed = true;
    clearTimeout(this.#idle);
    clearTimeout(this.#longest);
    this.#stop();
  }

  #changed(change: Change<unknown>, begin: KeptDraft): void {
    const { place, store } = this.#options;
    this.#seq += 1;
    const stored = store.append({ place, seq: this.#seq, change }, this.#isBegun ? undefined : begin);
    this.#isBegun = true;
    this.#writing = Promise.all([this.#writing, stored]);
    this.#writing.catch((fault) => this.#become({ at: "here", why: strings.notKept(String(fault)) }));
    if (this.#kept.at === "server") this.#become({ at: "way" });
    this.#schedule(IDLE_MS);
  }

  #become(kept: Kept): void {
    if (this.#isClosed) return;
    this.#kept = kept;
    this.#options.onChange();
  }

  #schedule(ms: number): void {
    clearTimeout(this.#idle);
    if (this.#isClosed || this.#kept.at === "conflict") return;
    this.#idle = setTimeout(() => void this.flush(), ms);
    this.#longest ??= setTimeout(() => void this.flush(), LONGEST_MS);
  }

  async #send(isLeaving: boolean): Promise<void> {
    clearTimeout(this.#idle);
    clearTimeout(this.#longest);
    this.#longest = undefined;
    const { document, store, place, log, save } = this.#options;
    const sent = { log, seq: this.#seq, entries: [...document.entries()] };
    try {
      const { revision } = await save(sent, this.#revision, isLeaving);
      this.#revision = revision;
      this.#savedSeq = sent.seq;
      this.#saved = { revision, draft: sent };
      if (this.#isClosed) return;
      await store.rebase({ place, log, revision, base: sent.entries, seq: sent.seq });
      if (this.#savedSeq === this.#seq) this.#become({ at: "server" });
      else this.#schedule(IDLE_MS);
    } catch (fault) {
      if (!this.#isClosed) await this.#failed(fault);
    }
  }

  async #failed(fault: unknown): Promise<void> {
    if (fault instanceof ApiError && fault.status === 412) {
      await this.#compare();
      return;
    }
    this.#become({ at: "here", why: messageOf(fault) });
    if (!isRefusal(fault)) this.#schedule(RETRY_MS);
  }

  /** The server has another revision: another draft, or ours whose acknowledgement was lost. */
  async #compare(): Promise<void> {
    const theirs = await this.#options.read().catch(() => undefined);
    const draft = readServerDraft(theirs?.draft);
    if (theirs !== undefined && draft !== undefined && draft.log !== this.#options.log) {
      this.#become({ at: "conflict", theirs: draft.entries, revision: theirs.revision });
      return;
    }
    if (theirs !== undefined) this.#revision = theirs.revision;
    this.#schedule(theirs === undefined ? RETRY_MS : 0);
  }
}
