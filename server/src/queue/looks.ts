import type { Candidate, Scope } from "./candidates.ts";

/** What a look over all batches of an account or project found for a member. */
export interface Look {
  /** When, by `performance.now()`, all batches were last read. */
  readonly all_read_at: number;
  readonly read_at: number;
  /** The oldest transaction that was not over: what it and later ones changed, the look may not have seen. */
  readonly since: string;
  /** The batches with work, best first; the others have none for the member, or only work that comes after `last`. */
  readonly batch_ids: readonly string[];
  /** Null if all batches with work are in the list. */
  readonly last: Pick<Candidate, "batch_id" | "batch_priority" | "priority" | "created_at"> | null;
}

/** Batches that the look of a claim keeps. */
export const MOST_KEPT = 8;
/** Looks that a process keeps: 1 kB each, and 4 kB with a hundred batches. */
const MOST_LOOKS = 10_000;
/** After so long the batches of a look are read again, so that the changes since do not add up. */
const FRESH_MS = 10_000;
/** After so long all batches are: in a rolling upgrade, the version before records no changes. */
const WHOLE_MS = 300_000;

const looks = new Map<string, Look>();

/** The member's last look over the scope that keeps `most` batches; undefined if there is none, or if it is too old. */
export function recallLook(scope: Scope, most: number): Look | undefined {
  const look = looks.get(keyOf(scope, most));
  return look === undefined || performance.now() - look.all_read_at > WHOLE_MS ? undefined : look;
}

/** Whether the changes since the look may have become many. */
export function isStale({ read_at }: Look): boolean {
  return performance.now() - read_at > FRESH_MS;
}

export function keepLook(scope: Scope, most: number, look: Look): void {
  const key = keyOf(scope, most);
  looks.delete(key);
  looks.set(key, look);
  for (const oldest of looks.keys()) {
    if (looks.size <= MOST_LOOKS) break;
    looks.delete(oldest);
  }
}

/** With all that restricts the member: they may get other work once that changes. */
function keyOf({ member_id, project_id, project_ids, groups }: Scope, most: number): string {
  return JSON.stringify([member_id, project_id, project_ids, groups, most]);
}
