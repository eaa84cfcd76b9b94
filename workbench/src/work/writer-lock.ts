/** How long a tab waits for another that is closing. */
const PATIENCE_MS = 1_000;

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
