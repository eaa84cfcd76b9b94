import { appendFileSync } from "node:fs";
import { relative } from "node:path";
import type pg from "pg";
import { expect, inject } from "vitest";

/** A statement that code of the service sent, and the file that sent it, as a path from the top of the repository. */
export interface Sent {
  readonly file: string;
  readonly text: string;
  /** The test file in which it was sent, as a path from the top of the repository. */
  readonly test: string;
}

/** The texts that were sent since the last `handOver`. */
const sent = new Set<string>();
/** The sender of each text, so that a stack is read once for each; undefined for statements of tests. */
const senders = new Map<string, string | undefined>();

/** Notes every statement that the service sends over `pool`. Statements of tests are left out. */
export function recordStatements(pool: pg.Pool): void {
  pool.on("connect", (client) => {
    const query = client.query;
    client.query = new Proxy(query, {
      apply(target, client, args) {
        note(textOf(args[0]));
        return Reflect.apply(target, client, args);
      },
    });
  });
}

function textOf(statement: unknown): string {
  if (typeof statement === "string") return statement;
  const { text } = Object(statement);
  return typeof text === "string" ? text : "";
}

function note(text: string): void {
  if (text === "" || sent.has(text)) return;
  if (senders.get(text) === undefined) senders.set(text, senderOf());
  if (senders.get(text) !== undefined) sent.add(text);
}

/** The file of the service, other than those that know the database only, on whose behalf a statement is sent. */
function senderOf(): string | undefined {
  const before = Error.stackTraceLimit;
  Error.stackTraceLimit = 60;
  const { stack = "" } = new Error();
  Error.stackTraceLimit = before;
  const files = [...stack.matchAll(/(server\/src\/(?!platform\/database\/)[^:)]+\.ts):/g)].map(
    ([, file]) => file,
  );
  return files.find((file) => !file?.endsWith(".test.ts"));
}

/** Hands the statements of a test file so far to the check at the end of the run. */
export function handOver(): void {
  const log = inject("statementLog");
  const test = relative(process.cwd(), expect.getState().testPath ?? "");
  const lines = [...sent].map((text) => `${JSON.stringify({ file: senders.get(text), text, test })}\n`);
  sent.clear();
  // one write of any size: lines of other workers never come between
  if (log !== undefined) appendFileSync(log, lines.join(""));
}
