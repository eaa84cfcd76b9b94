/**
 * Makes groups of what is asked for one by one: the first runs at once, and what is asked for while a group runs makes
 * the next, `most` at a time. No timer holds anything back, so a group is as large as the load. An answer that `run`
 * leaves out is undefined; where `run` fails, all of the group fail. The next group does not wait for answers that are
 * promises.
 */
export function inGroups<Ask, Answer>(
  most: number,
  run: (group: readonly Ask[]) => Promise<ReadonlyMap<Ask, Answer | Promise<Answer>>>,
): (ask: Ask) => Promise<Answer | undefined> {
  const waiting: { ask: Ask; answer: PromiseWithResolvers<Answer | undefined> }[] = [];
  let isRunning = false;

  async function runAll(): Promise<void> {
    isRunning = true;
    while (waiting.length > 0) {
      const group = waiting.splice(0, most);
      try {
        const answers = await run(group.map(({ ask }) => ask));
        for (const { ask, answer } of group) answer.resolve(answers.get(ask));
      } catch (fault) {
        for (const { answer } of group) answer.reject(fault);
      }
    }
    isRunning = false;
  }

  return (ask) => {
    const answer = Promise.withResolvers<Answer | undefined>();
    waiting.push({ ask, answer });
    if (!isRunning) void runAll();
    return answer.promise;
  };
}
