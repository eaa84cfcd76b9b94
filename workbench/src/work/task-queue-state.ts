import type { Outgoing } from "../drafts/store.ts";
import type { Opened } from "./opened.ts";
import type { Task } from "./task.ts";
import type { Told } from "./training.ts";

/** An answer that was given, for whoever wants it back. */
export interface Given {
  readonly outgoing_id: string;
  readonly task: Task;
  readonly entries: readonly (readonly [string, unknown])[];
}

/** What the work page shows. */
export interface TaskQueueState {
  /** `elsewhere`: another tab of this browser is at work. */
  readonly phase: "starting" | "working" | "waiting" | "empty" | "elsewhere";
  readonly current: Opened | null;
  readonly outgoing: readonly Outgoing[];
  readonly canReopen: boolean;
  /** Items that this tab has finished: submitted, skipped or excluded. */
  readonly finished: number;
  readonly isSignedOut: boolean;
  /** What went wrong, or what there is to know, until the next act. */
  readonly notice: string | null;
  /** In training: of the last answer, until the next is given. */
  readonly told: Told | null;
}

/** Before anything is known. */
export const AT_FIRST: TaskQueueState = {
  phase: "starting",
  current: null,
  outgoing: [],
  canReopen: false,
  finished: 0,
  isSignedOut: false,
  notice: null,
  told: null,
};
