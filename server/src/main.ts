import { readConfig } from "./config.ts";
import { runService } from "./start.ts";

/** Of a process that ended without waiting any longer for what its log names; timeout(1) has it too. */
const UNFINISHED = 124;

async function main(): Promise<void> {
  const service = runService(readConfig(process.env), (line) => process.stdout.write(`${line}\n`));
  for (const signal of ["SIGTERM", "SIGINT"] as const) {
    process.on(signal, () => {
      void service.stop().then((unfinished) => process.exit(unfinished.length > 0 ? UNFINISHED : 0), fail);
    });
  }
  await service.started;
}

function fail(fault: unknown): void {
  process.stderr.write(`${fault instanceof Error ? fault.message : String(fault)}\n`);
  process.exit(1);
}

main().catch(fail);
