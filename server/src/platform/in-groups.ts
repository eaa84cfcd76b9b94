interface Limits {
  /** The maximum number of requests in a group. */
  readonly size: number;
  /** The number of groups that may run at the same time. */
  readonly atOnce: number;
}

/**
 * Combines single requests into groups: the first run at once, and those that arrive while `atOnce` groups
 * run make the next group. There is no timer, so the size of a group follows the load. If `run` omits the
 * result of a request, it is undefined; if `run` fails, all requests of the group fail. The next group does
 * not wait for results that are promises.
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
