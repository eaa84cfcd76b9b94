import type { Outgoing } from "../drafts/store.ts";
import { deliver, type Feedback } from "./deliver.ts";
import type { Prepared } from "./prepare.ts";

/** In training: what was said of an answer that was given, and what it was given to. */
export interface Told {
  readonly prepared: Prepared;
  readonly feedback: Feedback;
}

/** Delivers answers, and keeps what the server says of the last one until the next is given. */
export class Training {
  readonly #onChange: () => void;
  readonly #given = new Map<string, Prepared>();
  #told: Told | null = null;

  constructor(onChange: () => void) {
    this.#onChange = onChange;
  }

  get told(): Told | null {
    return this.#told;
  }

  /** An answer to `prepared` is about to be delivered. */
  expect({ id }: Outgoing, prepared: Prepared): void {
    this.#given.set(id, prepared);
    this.hush();
  }

  readonly deliver = async (outgoing: Outgoing): Promise<void> => {
    const feedback = await deliver(outgoing);
    const prepared = this.#given.get(outgoing.id);
    this.#given.delete(outgoing.id);
    if (feedback === undefined || prepared === undefined) return;
    this.#told = { prepared, feedback };
    this.#onChange();
  };

  /** What was told was read. */
  hush(): void {
    if (this.#told === null) return; // else each answer would have the screen drawn once more
    this.#told = null;
    this.#onChange();
  }
}
