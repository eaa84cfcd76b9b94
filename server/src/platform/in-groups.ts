interface Limits {
  /** The maximum number of requests in a group. */
  readonly size: number;
  /** The number of groups that may run at the same time. */
  readonly atOnce: number;
}

/**
 * Combines single requests into groups: the first run at once, and those that arrive while `atOnce` groups
 * run make the next group. While a group runs, another starts only when as many requests wait as run, because
 * a group costs as much as several of its requests. There is no timer, so the size of a group follows the
 * load. If `run` omits the result of a request, it is undefined; if `run` fails, all requests of the group
 * fail. The next group does not wait for results that are promises.
 */
export function inGroups<Ask, Answer>(
  { size, atOnce }: Limits,
  run: (group: readonly Ask[]) => Promise<ReadonlyMap<Ask, Answer | Promise<Answer>>>,
): (ask: Ask) => Promise<Answer | undefined> {
  const waiting: { ask: Ask; answer: PromiseWithResolvers<Answer | undefined> }[] = [];
  let groups = 0;
  let running = 0;

  async function runNext(): Promise<void> {
    const group = waiting.splice(0, size);
    groups += 1;
    running += group.length;
    try {
      const answers = await run(group.map(({ ask }) => ask));
      for (const { ask, answer } of group) answer.resolve(answers.get(ask));
    } catch (fault) {
      for (const { answer } of group) answer.reject(fault);
    }
    groups -= 1;
    running -= group.length;
    start();
  }

  function start(): void {
    while (waiting.length > 0 && waiting.length >= running && groups < atOnce) void runNext();
  }

  return (ask) => {
    const answer = Promise.withResolvers<Answer | undefined>();
    waiting.push({ ask, answer });
    start();
    return answer.promise;
  };
}
