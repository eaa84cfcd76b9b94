import type { Deps } from "../../deps.ts";
import type { JobName } from "./jobs.ts";
import { othersWait } from "./take-job.ts";

/** How long a job may keep its slot while jobs of other accounts wait in its lane. */
const TURN_MS = 10_000;

/** The time for which a job runs before it lets others pass. */
export interface Turn {
  /** Whether the job should record its progress, add itself again and end. */
  readonly isOver: () => Promise<boolean>;
}

/** The turn of the job `name` of an account. It begins with the first question: to find its place may take long. */
export function startTurn({ db, now }: Pick<Deps, "db" | "now">, account_id: string, name: JobName): Turn {
  let until: number | undefined;
  return {
    async isOver() {
      until ??= now().getTime() + TURN_MS;
      return now().getTime() >= until && othersWait(db, account_id, name);
    },
  };
}
