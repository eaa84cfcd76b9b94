#!/usr/bin/env node
import { run } from "./run.ts";

// Whoever reads the result may have enough of it, as `head` has.
process.stdout.on("error", (fault: NodeJS.ErrnoException) => {
  if (fault.code !== "EPIPE") throw fault;
  process.exit();
});
process.exitCode = await run(process.argv.slice(2), {
  env: process.env,
  print: (line) => process.stdout.write(`${line}\n`),
  note: (line) => process.stderr.write(`${line}\n`),
});
