import { readFile } from "node:fs/promises";
import { createAccount } from "../../server/src/installation/create-account.ts";
import { connect } from "../../server/src/platform/database/db.ts";
import type { Check } from "../chaos/check.ts";

const WINDOW_MS = 60_000;
/** What the plan `starter` may have in a minute. */
const LIMIT = 60;
const SENT = 90;
const TRIES = 5;
const ALONE = "rate-limit store is unavailable";
const TOGETHER = "rate-limit store is available again";

interface Nodes {
  readonly origins: readonly string[];
  readonly connectionString: string;
  readonly logs: readonly string[];
}

interface Passed {
  readonly from: number;
  readonly to: number;
}

/**
 * A limit holds over all nodes: no minute has more requests than it, and none is refused that fits. Neither depends on
 * how fast the requests are. A node that waits too long for the shared count counts by itself, and says so in its log;
 * then a new account tries again.
 */
export async function checkLimit(nodes: Nodes): Promise<Check> {
  for (let tries = 1; tries <= TRIES; tries += 1) {
    const before = await countAlone(nodes);
    const check = await tryLimit(nodes);
    const after = await countAlone(nodes);
    if (before.alone === 0 && before.times === after.times) return check;
  }
  return {
    what: `NOT CHECKED: limits over all nodes, for the shared count answered too late ${TRIES} times`,
    faults: [],
  };
}

async function tryLimit({ origins, connectionString }: Nodes): Promise<Check> {
  const key = await newKey(connectionString);
  const [passed, refused]: [Passed[], Passed[]] = [[], []];
  await Promise.all(
    Array.from({ length: SENT }, async (_, index) => {
      const from = Date.now();
      const { status } = await send(`${origins[index % origins.length]}/v1/account`, key);
      if (status === 200) passed.push({ from, to: Date.now() });
      if (status === 429) refused.push({ from, to: Date.now() });
    }),
  );
  const faults: string[] = [];
  const most = Math.max(
    ...passed.map(({ to }) => passed.filter((one) => one.to <= to && one.from > to - WINDOW_MS).length),
  );
  if (most > LIMIT) faults.push(`${most} requests passed in one minute`);
  for (const { from, to } of refused) {
    const before = passed.filter((one) => one.from <= to && one.to >= from - WINDOW_MS).length;
    if (before < LIMIT) faults.push(`one was refused after ${before} in its minute`);
  }
  const what = `of ${SENT} requests to ${origins.length} nodes at a limit of ${LIMIT} a minute ${passed.length} passed and ${refused.length} were refused`;
  return { what, faults };
}

async function send(url: string, key: string): Promise<Response> {
  for (;;) {
    const answer = await fetch(url, { headers: { authorization: `Bearer ${key}` } }).catch(() => undefined);
    await answer?.arrayBuffer();
    if (answer !== undefined && answer.status !== 503) return answer;
  }
}

async function newKey(connectionString: string): Promise<string> {
  const { db } = connect(connectionString, { max: 1 });
  try {
    return await db.transaction().execute(async (tx) => {
      const account = { name: "limited", email: null, plan: "starter" } as const;
      return (await createAccount(tx, new Date(), account)).key;
    });
  } finally {
    await db.destroy();
  }
}

/** How often the nodes began to count by themselves, and how many do now. */
async function countAlone({ logs }: Nodes): Promise<{ times: number; alone: number }> {
  const texts = await Promise.all(logs.map((log) => readFile(log, "utf8")));
  const began = texts.map((text) => text.split(ALONE).length - 1);
  const now = texts.filter((text) => text.lastIndexOf(ALONE) > text.lastIndexOf(TOGETHER));
  return { times: began.reduce((sum, count) => sum + count, 0), alone: now.length };
}
