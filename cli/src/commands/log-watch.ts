import { readFile, writeFile } from "node:fs/promises";
import { type Command, JSON_OPTION, onlyArgument, printResult, textOf } from "../command.ts";
import { extendCopy, repeatedSteps } from "../log-copy.ts";
import { onOneLine } from "../one-line.ts";
import { fetchBytes, type Seen, watchLog } from "../watch-log.ts";

/** `assay log watch` */
export const logWatch: Command = {
  usage: "log watch URL [--file FILE] [--json]",
  summary: "Check that a log continues the state that you saw last and has no step of a draw twice",
  options: {
    file: {
      type: "string",
      help: "where the last state is kept, with the entries in FILE.entries; default: assay-log.json",
    },
    ...JSON_OPTION,
  },
  examples: [
    "assay log watch https://assay.acme.test/log",
    "assay log watch https://assay.acme.test/log --file acme.json",
  ],
  async run(input, terminal) {
    const url = onlyArgument(input, "URL").replace(/\/+$/, "");
    const file = textOf(input, "file") ?? "assay-log.json";
    const { seen, checkpoint, before, fork } = await watchLog(url, await readSeen(file));
    const { size } = checkpoint;
    if (fork === null) {
      const entries = await extendCopy(file, checkpoint, (path) => fetchBytes(`${url}/${path}`));
      await writeFile(file, `${JSON.stringify(seen, null, 2)}\n`);
      const repeated = repeatedSteps(entries);
      const since = before === null ? "first seen" : `consistent with the ${before} entries seen before`;
      const wrong = repeated.map(({ message }) => message);
      const lines = wrong.map((message) => `WRONG ${onOneLine(message)}`);
      const text = wrong.length > 0 ? lines.join("\n") : `ok: ${size} entries, ${since}`;
      printResult(input, terminal, { size, before, faults: wrong }, text);
      if (wrong.length > 0) throw new Error(`the log at ${url} has a step of a draw twice`);
      return;
    }
    const evidence = `${file}.fork-${size}.txt`;
    await writeFile(evidence, `${fork.message}\n\n${fork.notes.join("\n")}`);
    printResult(input, terminal, { size, before, faults: [fork.message], evidence }, `FORK ${fork.message}`);
    throw new Error(
      `the log at ${url} has forgotten or changed entries; both signed states are in ${evidence}`,
    );
  },
};

async function readSeen(file: string): Promise<Seen | null> {
  const text = await readFile(file, "utf8").catch((fault: NodeJS.ErrnoException) => {
    if (fault.code === "ENOENT") return null;
    throw fault;
  });
  if (text === null) return null;
  const seen: unknown = JSON.parse(text);
  const isSeen = typeof seen === "object" && seen !== null && "key" in seen && "checkpoint" in seen;
  if (!isSeen || typeof seen.key !== "string" || typeof seen.checkpoint !== "string")
    throw new Error(`${file} is not what assay log watch wrote; name another with --file`);
  return { key: seen.key, checkpoint: seen.checkpoint };
}
