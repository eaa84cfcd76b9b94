import { strings } from "#strings/work.ts";
import { messageOf } from "../api/message.ts";
import type { Outbox } from "../drafts/outbox.ts";
import type { DraftStore, Outgoing, OutgoingBody } from "../drafts/store.ts";
import { giveLabel } from "../editors/text-classification/answer.ts";
import { Listeners } from "../listeners.ts";
import { deliver, releaseAll, reopen } from "../work/deliver.ts";
import { type Opened, openPrepared } from "../work/opened.ts";
import type { Prepared } from "../work/prepare.ts";
import { draftPlaceOf, type Task, type WorkScope } from "../work/task.ts";
import type { Given } from "../work/task-queue-state.ts";
import { Writer } from "../work/writer.ts";
import { sortOut } from "./answers.ts";
import { again, Decisions } from "./decisions.ts";
import { gather } from "./gather.ts";
import { GRID_AT_FIRST, type GridState, idOf, type Tile } from "./grid-state.ts";
import { SharedHistory } from "./history.ts";
import { startSharedClock } from "./shared-clock.ts";

const ASK_AGAIN_MS = 20_000;

/** Up to twenty leased tasks of a member on the screen together, each with its own draft and its own answer. */
export class GridQueue {
  readonly #scope: WorkScope;
  readonly #store: DraftStore;
  readonly #writer: Writer;
  readonly #listeners = new Listeners();
  readonly #decisions = new Decisions();
  readonly #history = new SharedHistory();
  readonly #clock = startSharedClock(() => performance.now());
  #state = GRID_AT_FIRST;
  /** Leased tasks that the grid cannot show. */
  #unfit: readonly Task[] = [];
  #loading: Promise<void> = Promise.resolve();
  #askingAgain: ReturnType<typeof setTimeout> | undefined;

  constructor(scope: WorkScope, store: DraftStore, lockName: string) {
    this.#scope = { ...scope, kinds: ["annotate"] };
    this.#store = store;
    this.#writer = new Writer({
      ...{ store, lockName },
      deliver: (outgoing) => this.#deliver(outgoing),
      outboxChanged: () => this.#outboxChanged(),
      back: () => void this.goOn(),
      lost: () => this.#yield(),
      signedOut: () => this.#set({ isSignedOut: true }),
      renew: () => this.#renew(),
      touched: () => this.#clock.touch(),
      hidden: () => {
        this.#clock.pause();
        for (const { opened } of this.#state.tiles) void opened.keeper?.flush();
      },
      leaving: () => this.leave(),
    });
  }

  get outbox(): Outbox {
    return this.#writer.outbox;
  }

  readonly state = (): GridState => this.#state;

  readonly subscribe = this.#listeners.subscribe;

  /** Continues tasks that are already leased, then claims new ones; `byForce` takes over from another tab. */
  async start(byForce = false): Promise<void> {
    await this.#writer.take(byForce);
    if (this.#writer.isWriting) await this.goOn();
    else if (!this.#writer.isClosed) this.#set({ phase: "elsewhere" });
  }

  /** Gives tiles a label in place of another one; undefined takes theirs away. */
  label(ids: readonly string[], name: string | undefined): void {
    const changed = this.#tiles(ids).filter(({ opened }) => giveLabel(opened.document, name));
    if (changed.length === 0) return;
    this.#history.add(changed.map(({ opened }) => opened.document));
    this.#set({
      tiles: this.#state.tiles.map((tile) => (changed.includes(tile) ? { ...tile, fault: null } : tile)),
    });
  }

  /** Undoes the last change in all tiles that it changed; `redo` repeats it. */
  undo(): void {
    this.#history.undo();
    this.#set({});
  }

  redo(): void {
    this.#history.redo();
    this.#set({});
  }

  /** Submits each tile with a label as its own task; see `sortOut` for the others. */
  submit(): void {
    const { ready, left } = sortOut(this.#state.tiles);
    this.settle();
    this.#decide("submit", ready, ({ opened }) => opened.answer());
    const isPartly = ready.length > 0 && left.length > 0;
    this.#set({ tiles: left, sent: isPartly ? { submitted: ready.length, left: left.map(idOf) } : null });
  }

  /** Skips tiles and says why. */
  skip(ids: readonly string[], reason: string): void {
    this.settle();
    this.#decide("skip", this.#tiles(ids), () => ({ reason }));
  }

  /** Takes refused answers away with their drafts. A task that is still the member's begins anew. */
  async discard(): Promise<void> {
    const refused = this.#state.tiles.filter(({ refused_id }) => refused_id !== null);
    this.#remove(refused);
    for (const { opened, refused_id } of refused) {
      opened.close();
      await this.outbox.takeBack(refused_id ?? "");
      await this.#store.forget(draftPlaceOf(opened.task));
    }
    await this.goOn();
  }

  /** Puts the last answer in front of the tiles. Every step that can fail comes before the first change. */
  async reopenLast(): Promise<void> {
    const { last } = this.#decisions;
    if (last === null) return;
    try {
      const wasQueued = await this.outbox.takeBack(last.outgoing_id);
      const task = wasQueued ? last.task : await reopen(last.task.id);
      this.#decisions.forget(last.outgoing_id);
      const opened = this.#open(again(last, task), last.entries);
      this.#bringBack([{ opened, fault: null, refused_id: null }]);
    } catch (fault) {
      this.#set({ notice: messageOf(fault) });
    }
  }

  hideFeedback(): void {
    this.#set({ feedback: this.#state.feedback.slice(1) });
  }

  /** Divides the time since the last call among all tiles, or gives it to those that were shown alone. */
  settle(ids = this.#state.tiles.map(idOf)): void {
    this.#clock.settle(ids);
  }

  /** After a new sign-in: sends the drafts and the outbox. */
  async resume(): Promise<void> {
    this.#set({ isSignedOut: false, notice: null });
    await Promise.all([...this.#state.tiles.map(({ opened }) => opened.keeper?.flush()), this.outbox.send()]);
    await this.goOn();
  }

  /** Looks for more items until the grid is full, one time after another. */
  goOn(): Promise<void> {
    this.#loading = this.#loading.then(() => this.#fill());
    return this.#loading;
  }

  /** Closes with all leases, for another view of the same work. */
  async handOver(): Promise<void> {
    await Promise.all(this.#state.tiles.map(({ opened }) => opened.keeper?.flush()));
    this.#shut();
  }

  /** Saves the drafts and releases the leases of tasks without one. */
  close(): void {
    if (this.#writer.isClosed) return;
    this.leave();
    this.#shut();
  }

  /** Before the page goes: saves the drafts and releases the leases of tasks without one. */
  leave(): void {
    if (this.#state.phase === "elsewhere") return;
    const untouched = this.#state.tiles.filter(({ opened }) => opened.isUntouched());
    for (const tile of this.#state.tiles) {
      if (!untouched.includes(tile)) void tile.opened.keeper?.flush({ isLeaving: true });
    }
    releaseAll([...untouched.map(({ opened }) => opened.task), ...this.#unfit]);
    this.#unfit = [];
  }

  #shut(): void {
    clearTimeout(this.#askingAgain);
    for (const { opened } of this.#state.tiles) opened.close();
    this.#writer.close();
  }

  #set(change: Partial<GridState>): void {
    const { canUndo, canRedo } = this.#history;
    this.#state = { ...this.#state, ...change, canUndo, canRedo, last: this.#decisions.last };
    this.#listeners.notify();
  }

  /** Renews all leases, unless the person has stopped working. */
  async #renew(): Promise<void> {
    if (!this.#clock.isRunning()) return;
    for (const { opened } of this.#state.tiles) await opened.keeper?.renew();
  }

  /** Another tab has taken over. */
  #yield(): void {
    for (const { opened } of this.#state.tiles) opened.close();
    this.#remove(this.#state.tiles);
    this.#set({ phase: "elsewhere" });
  }

  #tiles(ids: readonly string[]): readonly Tile[] {
    return this.#state.tiles.filter((tile) => ids.includes(idOf(tile)));
  }

  /** Sends decisions about tiles, takes these off the screen, and looks for others. */
  #decide(kind: "submit" | "skip", tiles: readonly Tile[], bodyOf: (tile: Tile) => OutgoingBody): void {
    const queued = tiles.map((tile) =>
      this.#queue(this.#decisions.add(tile, kind, bodyOf(tile)), tile.refused_id),
    );
    this.#remove(tiles);
    this.#set({ finished: this.#state.finished + tiles.length, notice: null });
    // not before the outbox has them: tasks that are not in it are the member's
    void Promise.all(queued).then(() => this.goOn());
  }

  /** Puts a decision into the outbox, in place of one that was refused. */
  async #queue(outgoing: Outgoing, refused_id: string | null): Promise<void> {
    try {
      if (refused_id !== null) await this.outbox.takeBack(refused_id);
      await this.outbox.add(outgoing);
    } catch (fault) {
      this.#set({ notice: strings.outbox.notKept(String(fault)) });
    }
  }

  #remove(tiles: readonly Tile[]): void {
    const ids = tiles.map(idOf);
    this.#history.forget(new Set(tiles.map(({ opened }) => opened.document)));
    this.#set({ tiles: this.#state.tiles.filter((tile) => !ids.includes(idOf(tile))) });
  }

  /** Shows tiles again whose answers were on their way. */
  #bringBack(tiles: readonly Tile[]): void {
    this.settle(); // they were not on the screen so far
    const finished = this.#state.finished - tiles.length;
    this.#set({ tiles: [...tiles, ...this.#state.tiles], finished, phase: "working" });
  }

  async #deliver(outgoing: Outgoing): Promise<void> {
    const { feedback, training } = await deliver(outgoing);
    // real items follow a training only once its last answer is stored
    if (training !== undefined && this.#state.tiles.length === 0) void this.goOn();
    const given = this.#decisions.accepted(outgoing.id);
    if (feedback === undefined || given === undefined) return;
    this.#set({ training, feedback: [...this.#state.feedback, { prepared: given.prepared, feedback }] });
  }

  /** Brings back the tiles whose answers the service has refused, with what it said. */
  #outboxChanged(): void {
    const back = this.#decisions.refused(this.outbox.list).map(({ given, fault }): Tile => {
      const opened = this.#open(again(given), given.entries);
      return { opened, fault, refused_id: given.outgoing_id };
    });
    if (back.length > 0) this.#bringBack(back);
    this.#set({ outgoing: this.outbox.list });
  }

  /** Opens a task; `entries` are those of an answer that was submitted before. */
  #open(prepared: Prepared, entries?: Given["entries"]): Opened {
    return openPrepared(prepared, this.#store, {
      isReadOnly: false,
      onKept: () => this.#set({}),
      clock: { ...this.#clock, ms: () => this.#clock.of(prepared.task.id) },
      ...(entries === undefined ? {} : { entries }),
    });
  }

  async #fill(): Promise<void> {
    if (!this.#writer.isWriting) return;
    clearTimeout(this.#askingAgain);
    const { tiles } = this.#state;
    if (tiles.length === 0) this.#set({ phase: "waiting", notice: null });
    try {
      const known = new Set([...tiles.map(idOf), ...this.#unfit.map(({ id }) => id)]);
      const [store, scope, writer, first] = [this.#store, this.#scope, this.#writer, tiles[0]?.opened];
      const { fit, unfit } = await gather({ store, scope, writer, known, first });
      this.#unfit = [...this.#unfit, ...unfit];
      if (writer.isWriting) this.#show(fit);
    } catch (fault) {
      this.#set({ notice: messageOf(fault) });
    }
    if (this.#state.tiles.length === 0 && this.#state.phase !== "unfit" && this.#writer.isWriting) {
      this.#askingAgain = setTimeout(() => void this.goOn(), ASK_AGAIN_MS);
    }
  }

  #show(prepared: readonly Prepared[]): void {
    this.settle(); // the new tiles were not on the screen so far
    const added = prepared.map((one) => ({ opened: this.#open(one), fault: null, refused_id: null }));
    const tiles = [...this.#state.tiles, ...added];
    const phase = tiles.length > 0 ? "working" : this.#unfit.length > 0 ? "unfit" : "empty";
    this.#set({ tiles, phase, ...(added.length > 0 && { notice: null }) });
  }
}
