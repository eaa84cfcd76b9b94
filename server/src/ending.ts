import type { FastifyBaseLogger } from "fastify";

/** A part of the service, which ends before the process does. */
export interface Part {
  /** What the log calls it. */
  readonly name: string;
  readonly close: () => Promise<void>;
  /** What its end waits for, such as `job judge_batch 13`; its name where absent or empty. */
  readonly waitsFor?: () => readonly string[];
}

/** How often the log says what an end waits for. */
const TELL_EVERY_MS = 10_000;
/** For each part that is left once the time is over: most need none. */
const LAST_MS = 500;

/**
 * Closes `parts` one after another. Every 10 s the log says what it waits for. Once `withinMs` are over, it goes on without
 * what has not ended, and each part that is left has half a second. Returns what it did not wait for. If a part fails to end, closes
 * the others all the same, and rejects with the first failure.
 */
export async function endInOrder(
  parts: Iterable<Part>,
  withinMs: number,
  log: Pick<FastifyBaseLogger, "info" | "error">,
): Promise<readonly string[]> {
  const begun = performance.now();
  const unfinished: string[] = [];
  const failures: unknown[] = [];
  let current: Part | undefined;
  const seconds = () => Math.round((performance.now() - begun) / 1_000);
  const telling = setInterval(() => {
    if (current !== undefined)
      log.info({ waits_for: namesOf(current), seconds: seconds() }, "the end of the process waits");
  }, TELL_EVERY_MS);
  try {
    for (const part of parts) {
      current = part;
      try {
        if (await endsWithin(part.close(), Math.max(LAST_MS, begun + withinMs - performance.now()))) continue;
      } catch (fault) {
        failures.push(fault);
        continue;
      }
      const waits_for = namesOf(part);
      log.error({ waits_for, seconds: seconds() }, "the process ends without waiting any longer");
      unfinished.push(...waits_for);
    }
  } finally {
    clearInterval(telling);
  }
  if (failures.length > 0) throw failures[0];
  return unfinished;
}

function namesOf({ name, waitsFor }: Part): readonly string[] {
  const names = waitsFor?.() ?? [];
  return names.length > 0 ? names : [name];
}

/** Whether `end` resolves within `ms`. A later rejection is ignored. */
async function endsWithin(end: Promise<void>, ms: number): Promise<boolean> {
  const { promise: late, resolve } = Promise.withResolvers<false>();
  const timer = setTimeout(resolve, ms, false);
  return Promise.race([end.then(() => true), late]).finally(() => clearTimeout(timer));
}
