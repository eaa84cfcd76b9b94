import { createInterface } from "node:readline";
import type { Command } from "./command.ts";
import { readSecret } from "./read-secret.ts";
import { runCommand } from "./run-command.ts";

const CLEAR = "\r\x1b[K";

/** Runs the command line of this process with its input and output, and sets the exit code. */
export async function start(commands: readonly Command[]): Promise<void> {
  // the reader of the output may close the pipe early, like `head`
  process.stdout.on("error", (fault: NodeJS.ErrnoException) => {
    if (fault.code !== "EPIPE") throw fault;
    process.exit();
  });
  let isProgressShown = false;
  function clear(): void {
    if (isProgressShown) process.stderr.write(CLEAR);
    isProgressShown = false;
  }
  process.exitCode = await runCommand(commands, process.argv.slice(2), {
    env: process.env,
    print(line) {
      clear();
      process.stdout.write(`${line}\n`);
    },
    note(line) {
      clear();
      process.stderr.write(`${line}\n`);
    },
    ...(process.stderr.isTTY && {
      progress(line: string) {
        process.stderr.write(`${CLEAR}${line.slice(0, process.stderr.columns - 1)}`);
        isProgressShown = true;
      },
    }),
    askSecret: readSecret,
    lines: () => createInterface({ input: process.stdin }),
    stopSignal,
  });
  clear();
}

/** A second Ctrl-C ends the process at once. */
function stopSignal(): AbortSignal {
  const stopping = new AbortController();
  for (const name of ["SIGINT", "SIGTERM"] as const) process.once(name, () => stopping.abort());
  return stopping.signal;
}
