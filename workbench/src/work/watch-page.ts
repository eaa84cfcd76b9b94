const INPUTS = ["pointerdown", "pointermove", "keydown", "wheel"] as const;

interface PageWatcher {
  /** There was input. */
  readonly touched: () => void;
  readonly hidden: () => void;
  /** The browser may discard the page at any moment. */
  readonly leaving: () => void;
}

/**
 * Watches input and visibility of the page; returns a function that stops. A page restored from the back/forward
 * cache reloads.
 */
export function watchPage({ touched, hidden, leaving }: PageWatcher): () => void {
  const stop = new AbortController();
  const { signal } = stop;
  const seen = () => document.visibilityState === "hidden" && hidden();
  const shown = ({ persisted }: PageTransitionEvent) => persisted && location.reload();
  document.addEventListener("visibilitychange", seen, { signal });
  window.addEventListener("pagehide", leaving, { signal });
  window.addEventListener("pageshow", shown, { signal });
  for (const input of INPUTS)
    window.addEventListener(input, touched, { signal, passive: true, capture: true });
  return () => stop.abort();
}
