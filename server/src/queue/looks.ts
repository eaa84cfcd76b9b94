import type { Candidate, Scope } from "./candidates.ts";

/** The open tasks to look for. */
export interface OpenWish {
  readonly kinds: readonly string[];
  /** Whether the member works alone, and so may audit their own answers. */
  readonly isAlone: boolean;
}

/** What to look for over all batches of an account or project. */
export interface Search {
  readonly scope: Scope;
  /** The audits and adjudications to look for; null for items to annotate. */
  readonly wish: OpenWish | null;
  /** The number of batches to keep. */
  readonly most: number;
}

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
/**
 * Batches that all looks of one length keep in a process, about 5 MB: 10,000 looks of claims, 800 of long lists. Lists cannot
 * displace the looks of claims.
 */
const MOST_KEPT_BY_ALL = 80_000;
/** After so long the batches of a look are read again, so that the changes since do not add up. */
const FRESH_MS = 10_000;
/** After so long all batches are: in a rolling upgrade, the version before records no changes. */
const WHOLE_MS = 300_000;

/** By their length. */
const looks = new Map<number, Map<string, Look>>();

/** The last look of this search; undefined if there is none, or if it is too old. */
export function recallLook(search: Search): Look | undefined {
  const look = looks.get(search.most)?.get(keyOf(search));
  return look === undefined || performance.now() - look.all_read_at > WHOLE_MS ? undefined : look;
}

/** Whether the changes since the look may have become many. */
export function isStale({ read_at }: Look): boolean {
  return performance.now() - read_at > FRESH_MS;
}

export function keepLook(search: Search, look: Look): void {
  const { most } = search;
  const key = keyOf(search);
  const kept = looks.get(most) ?? new Map<string, Look>();
  looks.set(most, kept);
  kept.delete(key);
  kept.set(key, look);
  for (const oldest of kept.keys()) {
    if (kept.size * most <= MOST_KEPT_BY_ALL) break;
    kept.delete(oldest);
  }
}

/** With all that restricts the member: they may get other work once that changes. */
function keyOf({ scope: { member_id, project_id, project_ids, groups }, wish }: Search): string {
  return JSON.stringify([member_id, project_id, project_ids, groups, wish]);
}
