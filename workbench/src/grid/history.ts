import type { AnswerDocument } from "../drafts/document.ts";

type Step = readonly AnswerDocument<unknown>[];

/** The changes of several answers together: each step is one change in each of its documents. */
export class SharedHistory {
  #done: readonly Step[] = [];
  #undone: readonly Step[] = [];

  get canUndo(): boolean {
    return this.#done.length > 0;
  }

  get canRedo(): boolean {
    return this.#undone.length > 0;
  }

  /** These documents have just been changed. */
  add(step: Step): void {
    this.#done = [...this.#done, step];
    this.#undone = [];
  }

  undo(): void {
    const last = this.#done.at(-1);
    if (last === undefined) return;
    for (const document of last) document.undo();
    this.#done = this.#done.slice(0, -1);
    this.#undone = [...this.#undone, last];
  }

  redo(): void {
    const last = this.#undone.at(-1);
    if (last === undefined) return;
    for (const document of last) document.redo();
    this.#undone = this.#undone.slice(0, -1);
    this.#done = [...this.#done, last];
  }

  /** Leaves documents alone from now on. */
  forget(gone: ReadonlySet<AnswerDocument<unknown>>): void {
    const without = (steps: readonly Step[]) =>
      steps.map((step) => step.filter((document) => !gone.has(document))).filter(({ length }) => length > 0);
    this.#done = without(this.#done);
    this.#undone = without(this.#undone);
  }
}
