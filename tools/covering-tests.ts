import { readFileSync } from "node:fs";
import { relative } from "node:path";
import type { Sent } from "@assay/server/test/statement-log.ts";

/** Tests of what a pooler changes though it answers each statement: session state, locks, LISTEN. */
const ALWAYS = ["server/src/platform/database/", "server/src/platform/jobs/", "server/src/stream/"];

/**
 * Test files that together send every word of SQL, names in quotes aside, that any test makes a file of the service send; most
 * new words per second first. A pooler of transactions and an older PostgreSQL refuse words: SET, LISTEN, a function, a clause.
 * `seconds` is how long each test file takes, 1 where it is missing.
 */
export function coveringTests(sent: readonly Sent[], seconds: ReadonlyMap<string, number>): string[] {
  const left = wordsByTest(sent);
  const gain = (test: string) => (left.get(test)?.size ?? 0) / (seconds.get(test) ?? 1);
  const chosen: string[] = [];
  while (left.size > 0) {
    const best = [...left.keys()].reduce((one, other) => (gain(other) > gain(one) ? other : one));
    const covered = left.get(best) ?? new Set();
    if (covered.size === 0) break;
    chosen.push(best);
    left.delete(best);
    for (const [test, words] of left)
      left.set(test, new Set([...words].filter((word) => !covered.has(word))));
  }
  return chosen;
}

function wordsByTest(sent: readonly Sent[]): Map<string, Set<string>> {
  const found = new Map<string, Set<string>>();
  for (const { file, text, test } of sent) {
    const words = found.get(test) ?? new Set();
    for (const [word] of text.replaceAll(/"[^"]*"|'[^']*'/g, "").matchAll(/[a-z_]\w*/gi))
      words.add(`${file} ${word}`);
    found.set(test, words);
  }
  return found;
}

/** `node tools/covering-tests.ts STATEMENTS REPORT`: a line for each, from `TEST_STATEMENTS` and vitest's report of the same run. */
if (import.meta.main) {
  const [, , statements = "", report = ""] = process.argv;
  const lines = readFileSync(statements, "utf8").trim().split("\n");
  const { testResults } = JSON.parse(readFileSync(report, "utf8"));
  const seconds = new Map<string, number>();
  for (const { name, startTime, endTime } of testResults) {
    seconds.set(relative(process.cwd(), name), (endTime - startTime) / 1000);
  }
  const sent: Sent[] = lines.map((line) => JSON.parse(line));
  // Tests of clients and tools make the service send what its own tests do.
  const ofServer = sent.filter(({ test }) => test.startsWith("server/"));
  console.log([...ALWAYS, ...coveringTests(ofServer, seconds)].join("\n"));
}
