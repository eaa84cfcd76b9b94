import type { Outgoing } from "../drafts/store.ts";
import type { Gap } from "../editors/editor.ts";
import type { Feedback, Training } from "./deliver.ts";
import type { Opened } from "./opened.ts";
import type { Prepared } from "./prepare.ts";
import type { Task } from "./task.ts";

/** A submitted answer, which can be reopened. */
export interface Given {
  readonly prepared: Prepared;
  readonly outgoing_id: string;
  readonly task: Task;
  readonly entries: readonly (readonly [string, unknown])[];
}

/** What the service said of an answer to `prepared`. */
export interface GivenFeedback {
  readonly prepared: Prepared;
  readonly feedback: Feedback;
}

/** What the work page shows. */
export interface TaskQueueState {
  /** `elsewhere`: another tab of this browser writes. */
  readonly phase: "starting" | "working" | "waiting" | "empty" | "elsewhere";
  readonly current: Opened | null;
  readonly outgoing: readonly Outgoing[];
  /** The answer that can be reopened. */
  readonly last: Given | null;
  /** The reason of the last decision, if that was to skip the item; null otherwise. */
  readonly skipped: string | null;
  /** The number of items that this tab has submitted, skipped or excluded. */
  readonly finished: number;
  /** The tasks of the audits among them that were submitted. */
  readonly audited: readonly string[];
  /** The task of the last audit whose answer was not stored, because the verdict had been reached; null if there is none. */
  readonly ended: string | null;
  readonly isSignedOut: boolean;
  /** A fault or a hint, until the next action. */
  readonly notice: string | null;
  /** What blocked the last submit, until the answer changes. */
  readonly gap: Gap | null;
  /** Feedback on an answer, until it is closed or another answer is submitted. */
  readonly feedback: GivenFeedback | null;
  /** How far the training is after the last answer, until the first answer of real work; null if not known. */
  readonly training: Training | null;
}

/** The state before the store is open. */
export const AT_FIRST: TaskQueueState = {
  phase: "starting",
  current: null,
  outgoing: [],
  last: null,
  skipped: null,
  finished: 0,
  audited: [],
  ended: null,
  isSignedOut: false,
  notice: null,
  gap: null,
  feedback: null,
  training: null,
};

/** The last answer, to reopen; null without one, and in training, where the known answer was shown after it. */
export function lastReopenable(given: readonly Given[]): Given | null {
  const last = given.at(-1);
  return last === undefined || last.task.is_training ? null : last;
}
