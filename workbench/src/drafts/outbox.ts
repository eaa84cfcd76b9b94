import { isRefusal } from "./refusal.ts";
import type { DraftStore, Outgoing } from "./store.ts";

interface OutboxOptions {
  readonly store: DraftStore;
  readonly deliver: (outgoing: Outgoing) => Promise<unknown>;
  readonly onChange: () => void;
  /** The server has taken a decision after one that did not reach it. */
  readonly onBack?: () => void;
  /** Resolves once this outbox may send, before each time that it does. */
  readonly turn?: () => Promise<unknown>;
}

/** The tab that has it sends. */
const LOCK = "assay-outbox";
const RETRY_MS = [1_000, 2_000, 5_000, 10_000, 30_000];

/**
 * Submits, skips and exclusions on their way to the server. Each is repeated until the server acknowledges it, also
 * after a reload or offline. A refused one is kept with the server's message until the user retries or discards it.
 * Only one tab sends at a time.
 */
export class Outbox {
  readonly #options: OutboxOptions;
  #list: readonly Outgoing[] = [];
  /** Those that the store may not list yet. */
  #unwritten: readonly Outgoing[] = [];
  #tries = 0;
  #isAway = false;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #sending: Promise<void> = Promise.resolve();
  #isClosed = false;

  constructor(options: OutboxOptions) {
    this.#options = options;
    window.addEventListener("online", this.#online);
    void this.#reload().then(() => this.send());
  }

  /** All decisions, oldest first; a new array after each change. */
  get list(): readonly Outgoing[] {
    return this.#list;
  }

  /** Stores a decision and sends it in the background; resolves once it is stored. */
  async add(outgoing: Outgoing): Promise<void> {
    this.#list = [...this.#list, outgoing];
    this.#unwritten = [...this.#unwritten, outgoing];
    await this.#options.store.queue(outgoing).finally(() => {
      this.#unwritten = this.#unwritten.filter((other) => other !== outgoing);
    });
    void this.send();
  }

  /** Removes a decision that the server does not have; returns whether it was still here. */
  async takeBack(id: string): Promise<boolean> {
    await this.#sending;
    const wasHere = await navigator.locks.request(LOCK, () => this.#options.store.unqueue(id)); // another tab may be sending it
    await this.#reload();
    return wasHere;
  }

  /** Sends waiting decisions, and the refused one in `again`; resolves after all attempts. */
  async send(again?: string): Promise<void> {
    const refused = this.#list.find(({ id }) => id === again);
    if (refused !== undefined) await this.#options.store.queue({ ...refused, fault: null });
    const before = this.#sending;
    this.#sending = before.then(() => this.#drain()).catch(() => undefined);
    await this.#sending;
  }

  close(): void {
    this.#isClosed = true;
    clearTimeout(this.#timer);
    window.removeEventListener("online", this.#online);
  }

  readonly #online = () => {
    this.#tries = 0; // the first request may still fail while the network comes up; the next must follow soon
    void this.send();
  };

  async #reload(): Promise<void> {
    const stored = await this.#options.store.outbox();
    const isMissing = ({ id }: Outgoing) => stored.every((other) => other.id !== id);
    this.#list = [...stored, ...this.#unwritten.filter(isMissing)];
    this.#options.onChange();
  }

  async #drain(): Promise<void> {
    clearTimeout(this.#timer);
    await this.#options.turn?.();
    if (this.#isClosed) return;
    await navigator.locks.request(LOCK, async () => {
      for (const outgoing of await this.#options.store.outbox()) {
        if (outgoing.fault === null && !(await this.#sendOne(outgoing))) return;
      }
    });
    await this.#reload();
  }

  /** Returns whether to continue with the next decision. */
  async #sendOne(outgoing: Outgoing): Promise<boolean> {
    const { store, deliver } = this.#options;
    try {
      await deliver(outgoing);
    } catch (fault) {
      if (!isRefusal(fault)) {
        this.#isAway = true;
        this.#retryLater();
        return false;
      }
      await store.queue({ ...outgoing, fault: fault.message });
      return true;
    }
    this.#tries = 0;
    await store.unqueue(outgoing.id);
    await store.forget(outgoing.place);
    if (this.#isAway) this.#options.onBack?.();
    this.#isAway = false;
    return true;
  }

  #retryLater(): void {
    if (this.#isClosed) return;
    this.#timer = setTimeout(() => void this.send(), RETRY_MS[this.#tries] ?? RETRY_MS.at(-1));
    this.#tries += 1;
  }
}
