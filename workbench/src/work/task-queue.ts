import { strings } from "#strings/work.ts";
import { messageOf } from "../api/message.ts";
import type { Outbox } from "../drafts/outbox.ts";
import type { DraftStore, Outgoing, OutgoingBody } from "../drafts/store.ts";
import type { Gap } from "../editors/editor.ts";
import { Listeners } from "../listeners.ts";
import { type Again, refusedAnswer, reopenedAnswer } from "./again.ts";
import { type Ahead, claim, isFresh, lay, listInHand, renewLeases } from "./ahead.ts";
import { afterDecision, isOverWith, remembering, withoutAnswerTo } from "./decided.ts";
import { deliver, outgoingOf, releaseAll } from "./deliver.ts";
import { onceChanged, openPrepared } from "./opened.ts";
import { type Prepared, prepare } from "./prepare.ts";
import type { Task, WorkScope } from "./task.ts";
import { AT_FIRST, type Given, lastReopenable, type TaskQueueState } from "./task-queue-state.ts";
import { Writer } from "./writer.ts";

const AHEAD = 3; // tasks that are prepared
const ASK_AGAIN_MS = 20_000;

/** A member's leased tasks: the one on the screen, three prepared ones, and the outbox of decisions. */
export class TaskQueue {
  readonly #scope: WorkScope;
  readonly #store: DraftStore;
  readonly #writer: Writer;
  readonly #listeners = new Listeners();
  #state = AT_FIRST;
  #ahead: Ahead[] = [];
  #given: Given[] = [];
  #refilling: Promise<void> | undefined;
  #askingAgain: ReturnType<typeof setTimeout> | undefined;

  constructor(scope: WorkScope, store: DraftStore, lockName: string) {
    this.#scope = scope;
    this.#store = store;
    this.#writer = new Writer({
      ...{ store, lockName, deliver: (outgoing: Outgoing) => this.#deliver(outgoing) },
      outboxChanged: () => this.#set({ outgoing: this.outbox.list }),
      ...{ back: () => void this.goOn(), lost: () => this.#yield(), leaving: () => this.leave() },
      signedOut: () => this.#set({ isSignedOut: true }),
      touched: () => this.#state.current?.clock.touch(),
      renew: () => renewLeases(this.#store, this.#state.current, this.#ahead),
      hidden: () => {
        this.#state.current?.clock.pause();
        void this.#state.current?.keeper?.flush();
      },
    });
  }

  get outbox(): Outbox {
    return this.#writer.outbox;
  }

  readonly state = (): TaskQueueState => this.#state;

  readonly subscribe = this.#listeners.subscribe;

  /** Continues tasks that are already leased, then claims new ones; `byForce` takes over from another tab. */
  async start(byForce = false): Promise<void> {
    await this.#writer.take(byForce);
    if (this.#writer.isClosed) return;
    try {
      const inHand = await listInHand(this.#store, this.#scope);
      if (!this.#writer.isWriting) return await this.#watchOnly(inHand[0]);
      this.#ahead = inHand.map((task) => lay(this.#store, task));
      await this.#next();
    } catch (fault) {
      this.#set({ phase: "waiting", notice: messageOf(fault) });
      this.#askAgainLater();
    }
  }

  /** Makes this tab the writer. */
  async takeOver(): Promise<void> {
    this.#state.current?.close();
    this.#set({ phase: "starting", current: null });
    await this.start(true);
  }

  /** Submits the answer and shows the next item; if the answer is incomplete, sets a notice with what is missing. */
  submit(): void {
    const { current } = this.#state;
    if (current === null || current.isReadOnly) return;
    const missing = current.missing();
    if (missing === null) this.#decide("submit", current.answer());
    else this.#sayGap(missing);
  }

  /** Skips the item, or excludes the item of an adjudication from its batch, and says why. */
  passOver(how: "skip" | "exclude", reason: string): void {
    this.#decide(how, { reason });
  }

  /** Saves the answer as a draft and shows the next item. */
  async layAside(): Promise<void> {
    const { current } = this.#state;
    await current?.keeper?.flush();
    current?.close();
    if (current !== null) await this.#next();
  }

  /** Reopens the last answer, before the current item. */
  async reopenLast(): Promise<void> {
    const last = lastReopenable(this.#given);
    if (last !== null) await this.#showAgain(reopenedAnswer(this.#store, this.outbox, last));
  }

  /** Shows an answer that the service refused, before the current item, and leads to what it is about. */
  async correctRefused(outgoing: Outgoing): Promise<void> {
    await this.#showAgain(refusedAnswer(this.#store, this.outbox, outgoing));
  }

  /** Shows an answer again, and puts the current item with its draft in front of the waiting items. */
  async #showAgain(asked: Promise<Again>): Promise<void> {
    try {
      const { prepared, entries, outgoing_id, gap } = await asked;
      const { current, finished } = this.#state;
      this.#given = this.#given.filter((given) => given.outgoing_id !== outgoing_id);
      this.#set({ finished: Math.max(0, finished - 1), skipped: null }); // a tab that was opened since has not counted it
      void current?.keeper?.flush();
      current?.close();
      if (current !== null) this.#ahead = [lay(this.#store, current.latest()), ...this.#ahead];
      this.#show({ ...prepared, task: { ...prepared.task, draft: null }, kept: undefined }, entries);
      if (gap !== null) this.#sayGap(gap);
    } catch (fault) {
      this.#set({ notice: messageOf(fault) });
    }
  }

  /** Says what is to be changed in the answer, until it is changed. */
  #sayGap(gap: Gap): void {
    this.#set({ notice: gap.message, gap });
    if (this.#state.current !== null) onceChanged(this.#state.current.document, this.hush);
  }

  /** Takes the message about the last submit away. */
  readonly hush = (): void => this.#set({ notice: null, gap: null });

  readonly hideFeedback = (): void => this.#set({ feedback: null });

  /** An auditor corrects the label instead of accepting it. */
  correct(): void {
    const { current } = this.#state;
    if (current?.isAccepting) this.#set({ current: current.correcting() });
  }

  /** The auditor takes the change back, to judge the label as it was delivered. */
  uncorrect(): void {
    const { current } = this.#state;
    if (current?.isReadOnly === false) this.#set({ current: current.accepting(), notice: null });
  }

  /** After a new sign-in: sends the draft and the outbox. */
  async resume(): Promise<void> {
    this.#set({ isSignedOut: false, notice: null });
    await Promise.all([this.#state.current?.keeper?.flush(), this.outbox.send()]);
    if (this.#state.phase !== "elsewhere") await this.goOn();
  }

  /** Saves the draft and releases the leases of tasks without one. */
  close(): void {
    if (this.#writer.isClosed) return;
    this.leave(true);
    this.#state.current?.close();
    this.#writer.close();
  }

  /** Closes with all leases, for another view of the same work. */
  async handOver(): Promise<void> {
    await this.#state.current?.keeper?.flush();
    this.#state.current?.close();
    this.#writer.close();
  }

  /** Saves the draft and releases the prepared tasks, and an untouched one on the screen only `isForGood`: a reload shows it again. */
  leave(isForGood = false): void {
    const { current, phase } = this.#state;
    if (phase === "elsewhere") return;
    const given = this.#ahead.map(({ task }) => task).filter(({ draft }) => draft === null);
    this.#ahead = [];
    if (!current?.isUntouched()) void current?.keeper?.flush({ isLeaving: true });
    else if (isForGood) given.push(current.task);
    releaseAll(given);
  }

  #set(change: Partial<TaskQueueState>): void {
    this.#state = { ...this.#state, ...change };
    this.#listeners.notify();
  }

  /** Another tab writes: shows its task read-only, with the draft that this browser keeps. */
  async #watchOnly(task: Task | undefined): Promise<void> {
    if (task === undefined) return this.#set({ phase: "elsewhere", current: null });
    const current = openPrepared(await prepare(this.#store, task), this.#store, { isReadOnly: true });
    this.#set({ phase: "elsewhere", current });
  }

  /** Another tab has taken over: this one is read-only from now on. */
  #yield(): void {
    this.#ahead = [];
    const { current } = this.#state;
    current?.close();
    this.#set({ phase: "elsewhere", current: current?.readOnly() ?? null });
  }

  #decide(kind: Outgoing["kind"], body: OutgoingBody): void {
    const { current, phase } = this.#state;
    if (current === null || phase !== "working") return;
    const task = current.latest();
    const outgoing = outgoingOf(task, kind, body);
    const entries = [...current.document.entries()];
    current.close();
    if (kind === "submit" && task.kind === "annotate")
      this.#given = remembering(this.#given, { prepared: current, outgoing_id: outgoing.id, task, entries });
    this.outbox.add(outgoing).catch((fault) => this.#set({ notice: strings.outbox.notKept(String(fault)) }));
    this.#set(afterDecision(this.#state, task, outgoing));
    void this.#next();
  }

  async #deliver(outgoing: Outgoing): Promise<void> {
    const { feedback, training, ended } = await deliver(outgoing);
    if (ended !== undefined) void this.#endAudit(ended);
    const given = this.#given.find(({ outgoing_id }) => outgoing_id === outgoing.id);
    if (feedback && given) this.#set({ feedback: { prepared: given.prepared, feedback } });
    if (training !== undefined) this.#set({ training });
    if (training !== undefined && this.#state.phase === "empty") void this.goOn(); // another attempt, or real work
  }

  /** The verdict on a batch came before an answer: its other audits are over too. */
  async #endAudit(ended: Task): Promise<void> {
    this.#ahead = this.#ahead.filter(({ task }) => !isOverWith(ended, task));
    this.#set(withoutAnswerTo(ended, this.#state));
    const { current } = this.#state;
    if (current?.isReadOnly === false && isOverWith(ended, current.task)) await this.layAside();
    if (this.#state.current !== null) this.#set({ notice: strings.audit.end.notNeeded });
  }

  async #next(): Promise<void> {
    this.#ahead = this.#ahead.filter(isFresh);
    await this.#present(this.#ahead.shift());
    await this.#refill();
  }

  /** Shows the next prepared task, or waits until it is ready. */
  async #present(ahead: Ahead | undefined): Promise<void> {
    if (ahead?.prepared !== undefined) return this.#show(ahead.prepared);
    const isAtEnd = ahead === undefined && this.#state.phase === "empty"; // what is said there stays until there is something new
    if (!isAtEnd) this.#set({ phase: "waiting", current: null, notice: null });
    if (ahead === undefined) return;
    try {
      this.#show(await ahead.ready);
    } catch (fault) {
      this.#set({ notice: messageOf(fault) });
      this.#askAgainLater();
    }
  }

  #show(prepared: Prepared, entries?: Given["entries"]): void {
    if (this.#writer.isClosed) return;
    const current = openPrepared(prepared, this.#store, {
      ...{ isReadOnly: false, onKept: () => this.#set({}) },
      ...(entries === undefined ? {} : { entries }),
    });
    this.#set({ phase: "working", current, last: lastReopenable(this.#given), notice: null, gap: null });
  }

  #refill(): Promise<void> {
    this.#refilling ??= this.#claim().finally(() => {
      this.#refilling = undefined;
    });
    return this.#refilling;
  }

  async #claim(): Promise<void> {
    const count = AHEAD + Number(this.#state.current === null) - this.#ahead.length;
    const { training } = this.#state;
    if (count <= 0 || !this.#writer.isWriting) return;
    try {
      const claimed = await claim(this.#scope, count);
      if (!this.#writer.isWriting) return releaseAll(claimed);
      this.#ahead = [...this.#ahead, ...claimed.map((task) => lay(this.#store, task))];
      if (this.#state.current === null && this.#ahead.length > 0)
        return await this.#present(this.#ahead.shift());
      if (this.#state.current === null) this.#set({ phase: "empty" });
    } catch (fault) {
      if (this.#state.current === null) this.#set({ phase: "waiting", notice: messageOf(fault) });
    }
    const isOver = this.#state.training !== training; // an attempt may have ended after this claim
    if (this.#state.current === null) this.#askAgainLater(isOver ? 0 : ASK_AGAIN_MS);
  }

  #askAgainLater(after = ASK_AGAIN_MS): void {
    clearTimeout(this.#askingAgain);
    this.#askingAgain = setTimeout(() => void this.goOn(), after);
  }

  /** Claims again where no item is shown. */
  async goOn(): Promise<void> {
    if (this.#writer.isWriting && this.#state.current === null) await this.#next();
  }
}
