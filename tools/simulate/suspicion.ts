import { text } from "node:stream/consumers";
import { type AcceptedLabel, suspicionsOf } from "@assay/domain/models/suspicion.ts";

/** Reads a line of JSON for each accepted label from the standard input, and prints their suspicions as a JSON array. */
async function main(): Promise<void> {
  const lines = (await text(process.stdin)).trim().split("\n");
  const items = lines.map((line): AcceptedLabel => JSON.parse(line));
  process.stdout.write(JSON.stringify(suspicionsOf(items).map(({ suspicion }) => suspicion)));
}

await main();
