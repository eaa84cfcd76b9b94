import { readConfig } from "./config.ts";
import { runService } from "./start.ts";

async function main(): Promise<void> {
  const service = runService(readConfig(process.env), (line) => process.stdout.write(`${line}\n`));
  for (const signal of ["SIGTERM", "SIGINT"] as const) {
    process.on(signal, () => void service.stop().then(() => process.exit(0), fail));
  }
  await service.started;
}

function fail(fault: unknown): void {
  process.stderr.write(`${fault instanceof Error ? fault.message : String(fault)}\n`);
  process.exit(1);
}

main().catch(fail);
