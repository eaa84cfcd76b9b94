import { parse } from "yaml";
import { ImportFault } from "./importer.ts";

const KiB = 1024;
/** YAML of this length takes a second and 100 MB to read; 10,000 names of classes have a good half of it. */
const MOST_CHARACTERS = 256 * KiB;

/** The value of a YAML text; throws an ImportFault for what is longer than 256 KiB, or not valid, which `what` names. */
export function parseYaml(at: string, text: string, what = "is"): unknown {
  if (text.length > MOST_CHARACTERS)
    throw new ImportFault(at, `has more than ${MOST_CHARACTERS / KiB} KiB of YAML`);
  try {
    // Of equal keys the last one counts, as for PyYAML; to compare each with all others took half a minute.
    const value: unknown = parse(text, { uniqueKeys: false, maxAliasCount: 100, logLevel: "error" });
    JSON.stringify(value); // throws for a value that holds itself
    return value;
  } catch (cause) {
    const message = cause instanceof Error ? cause.message.split("\n")[0] : cause;
    throw new ImportFault(at, `${what} not valid YAML (${message})`, { cause });
  }
}
