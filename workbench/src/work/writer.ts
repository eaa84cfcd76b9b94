import { onSignedOut } from "../api/session.ts";
import { Outbox } from "../drafts/outbox.ts";
import type { DraftStore, Outgoing } from "../drafts/store.ts";
import { watchPage } from "./watch-page.ts";
import { type Release, takeWriterLock } from "./writer-lock.ts";

const RENEW_MS = 5 * 60_000;

interface WriterOptions {
  readonly store: DraftStore;
  /** Of all tabs that ask for the lock of this name, one writes. */
  readonly lockName: string;
  readonly deliver: (outgoing: Outgoing) => Promise<unknown>;
  readonly outboxChanged: () => void;
  /** The service has taken a decision after it could not be reached. */
  readonly back: () => void;
  /** Another tab has taken over. */
  readonly lost: () => void;
  readonly signedOut: () => void;
  /** Renews the leases; called every five minutes while this tab writes. */
  readonly renew: () => unknown;
  readonly touched: () => void;
  readonly hidden: () => void;
  readonly leaving: () => void;
}

/** The right of this tab to write a member's work, the outbox, and what calls its owner meanwhile. */
export class Writer {
  readonly outbox: Outbox;
  readonly #options: WriterOptions;
  #releaseLock: Release | undefined;
  #isClosed = false;
  #stops: readonly (() => void)[] = [];

  constructor(options: WriterOptions) {
    const { store, deliver, outboxChanged, back } = options;
    this.#options = options;
    this.outbox = new Outbox({ store, deliver, onChange: outboxChanged, onBack: back });
  }

  get isClosed(): boolean {
    return this.#isClosed;
  }

  /** Whether this tab may write: it has the lock, and is not closed. */
  get isWriting(): boolean {
    return this.#releaseLock !== undefined && !this.#isClosed;
  }

  /** Watches the page, and asks for the lock; `byForce` takes it from another tab. See `isWriting` for the answer. */
  async take(byForce: boolean): Promise<void> {
    this.#listen();
    const onLost = () => this.#lost();
    this.#releaseLock = await takeWriterLock(this.#options.lockName, { byForce, onLost });
    if (this.#isClosed) this.#releaseLock?.();
  }

  /** Gives the lock back and calls its owner no more; the outbox stays in the browser. */
  close(): void {
    this.#isClosed = true;
    this.outbox.close();
    for (const stop of this.#stops) stop();
    this.#releaseLock?.();
  }

  #lost(): void {
    if (this.#isClosed) return;
    this.#releaseLock = undefined;
    this.#options.lost();
  }

  #listen(): void {
    if (this.#stops.length > 0) return;
    const { renew, signedOut } = this.#options;
    const renewing = setInterval(() => this.isWriting && renew(), RENEW_MS);
    this.#stops = [onSignedOut(signedOut), () => clearInterval(renewing), watchPage(this.#options)];
  }
}
