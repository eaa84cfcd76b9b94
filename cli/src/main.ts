#!/usr/bin/env node
import { readSecret } from "./read-secret.ts";
import { run } from "./run.ts";

const CLEAR = "\r\x1b[K";

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
process.exitCode = await run(process.argv.slice(2), {
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
});
clear();
