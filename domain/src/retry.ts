/** Seconds from a failed delivery to its next attempt: five retries, over more than a day. */
export const RETRY_DELAYS: readonly number[] = [60, 300, 1_800, 7_200, 86_400];

export type AfterFailure = { readonly retryInMs: number } | { readonly disable: true };

/**
 * What follows when a delivery's `attempt` fails (0 = the first delivery, 1 = the first retry): another
 * attempt, timed from the end of the failed one, or, after the last retry, disabling the webhook. `delays`
 * are seconds.
 */
export function afterFailure(attempt: number, delays: readonly number[] = RETRY_DELAYS): AfterFailure {
  const delay = delays[attempt];
  return delay === undefined ? { disable: true } : { retryInMs: delay * 1000 };
}
