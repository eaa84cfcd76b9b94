/** How long a tab waits for one that is just closing. */
const PATIENCE_MS = 1_000;

/** Gives the lock back. */
export type Release = () => void;

/**
 * Makes this tab the one that writes under a name; undefined where another one is. Taken `byForce`, the other tab's
 * `onLost` is called. Taken, it holds until it is released, lost, or the tab is gone.
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
