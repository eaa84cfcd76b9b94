/** How long a tab waits for another that is closing. */
const PATIENCE_MS = 1_000;

/** The name of the lock of a member's work. */
export function writerLockOf(member_id: string): string {
  return `assay-work-${member_id}`;
}

/** Resolves once no tab has the lock. Does not keep it, so that a work screen never waits for the caller. */
export async function untilNobodyWrites(name: string): Promise<void> {
  await navigator.locks.request(name, () => undefined);
}

/** Releases the lock. */
export type Release = () => void;

/**
 * Makes this tab the writer for a name; undefined if another tab is. With `byForce` it takes over, and the other
 * tab's `onLost` is called. The lock holds until it is released, lost, or the tab closes.
 */
export async function takeWriterLock(
  name: string,
  { byForce, onLost }: { readonly byForce: boolean; readonly onLost: () => void },
): Promise<Release | undefined> {
  const options = byForce ? { steal: true } : { signal: AbortSignal.timeout(PATIENCE_MS) };
  return new Promise((resolve) => {
    let isHeld = false;
    navigator.locks
      .request(name, options, () => {
        isHeld = true;
        return new Promise<void>((release) => resolve(release));
      })
      .catch(() => (isHeld ? onLost() : resolve(undefined)));
  });
}
