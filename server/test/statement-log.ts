import { appendFile } from "node:fs/promises";
import type pg from "pg";
import { inject } from "vitest";

/** A statement that code of the service sent, and the file that sent it, as a path from the top of the repository. */
export interface Sent {
  readonly file: string;
  readonly text: string;
}

const sent: Sent[] = [];
/** Texts whose sender is known, so that a stack is read once for each. */
const known = new Set<string>();

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
  if (text === "" || known.has(text)) return;
  const file = senderOf();
  if (file === undefined) return;
  known.add(text);
  sent.push({ file, text });
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

/** Hands the statements so far to the check at the end of the run. */
export async function handOver(): Promise<void> {
  const log = inject("statementLog");
  const lines = sent.splice(0).map((one) => `${JSON.stringify(one)}\n`);
  if (log !== undefined) await appendFile(log, lines.join(""));
}
