interface Limits {
  /** What one group holds at most. */
  readonly size: number;
  /** Groups that run at the same time. */
  readonly atOnce: number;
}

/**
 * Makes groups of what is asked for one by one: the first run at once, and what is asked for while `atOnce` groups run
 * makes the next. No timer holds anything back, so a group is as large as the load. An answer that `run`
 * leaves out is undefined; where `run` fails, all of the group fail. The next group does not wait for answers that are
 * promises.
 */
export function inGroups<Ask, Answer>(
  { size, atOnce }: Limits,
  run: (group: readonly Ask[]) => Promise<ReadonlyMap<Ask, Answer | Promise<Answer>>>,
): (ask: Ask) => Promise<Answer | undefined> {
  const waiting: { ask: Ask; answer: PromiseWithResolvers<Answer | undefined> }[] = [];
  let running = 0;

  async function runAll(): Promise<void> {
    running += 1;
    while (waiting.length > 0) {
      const group = waiting.splice(0, size);
      try {
        const answers = await run(group.map(({ ask }) => ask));
        for (const { ask, answer } of group) answer.resolve(answers.get(ask));
      } catch (fault) {
        for (const { answer } of group) answer.reject(fault);
      }
    }
    running -= 1;
  }

  return (ask) => {
    const answer = Promise.withResolvers<Answer | undefined>();
    waiting.push({ ask, answer });
    if (running < atOnce) void runAll();
    return answer.promise;
  };
}
