import type { Outgoing, OutgoingBody } from "../drafts/store.ts";
import { outgoingOf } from "../work/deliver.ts";
import type { Prepared } from "../work/prepare.ts";
import type { Task } from "../work/task.ts";
import type { Given } from "../work/task-queue-state.ts";
import type { Tile } from "./grid-state.ts";

/** As many answers as the service reopens. */
const REMEMBERED = 10;

/** A decision that the service has refused, with its message. */
interface Refused {
  readonly given: Given;
  readonly fault: string;
}

/** What was decided about tiles: decisions on their way, and the last answers, which can be reopened. */
export class Decisions {
  /** By the ids in the outbox. */
  readonly #sent = new Map<string, Given>();
  #answers: readonly Given[] = [];

  /** The last answer; null if there is none. */
  get last(): Given | null {
    return this.#answers.at(-1) ?? null;
  }

  /** Notes a decision about a tile, which is closed with it, and returns what to send. */
  add({ opened }: Tile, kind: "submit" | "skip", body: OutgoingBody): Outgoing {
    const task = opened.latest();
    const outgoing = outgoingOf(task, kind, body);
    const entries = [...opened.document.entries()];
    const given = { prepared: opened, outgoing_id: outgoing.id, task, entries };
    opened.close();
    this.#sent.set(outgoing.id, given);
    if (kind === "submit") this.#answers = [...this.#answers, given].slice(-REMEMBERED);
    return outgoing;
  }

  /** The service has the decision; returns what it was, undefined if it is of another page. */
  accepted(outgoing_id: string): Given | undefined {
    const given = this.#sent.get(outgoing_id);
    this.#sent.delete(outgoing_id);
    return given;
  }

  /** Forgets a decision, because its tile is open again or gone. */
  forget(outgoing_id: string): void {
    this.#sent.delete(outgoing_id);
    this.#answers = this.#answers.filter((given) => given.outgoing_id !== outgoing_id);
  }

  /** The decisions that have been refused since the last call, each once. */
  refused(outbox: readonly Outgoing[]): readonly Refused[] {
    const refused = outbox.flatMap(({ id, fault }) => {
      const given = this.#sent.get(id);
      return fault === null || given === undefined ? [] : [{ given, fault }];
    });
    for (const { given } of refused) this.forget(given.outgoing_id);
    return refused;
  }
}

/** The task of an answer as it opens again: the answer takes the place of drafts. */
export function again({ prepared, task }: Given, latest: Task = task): Prepared {
  return { ...prepared, task: { ...latest, draft: null }, kept: undefined };
}
