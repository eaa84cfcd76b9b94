import type { Logger } from "pino";
import { createLog } from "../src/platform/log.ts";

/** A log at the level that tells most, and what was written to it. */
export function recordLog(): {
  readonly log: Logger;
  readonly text: () => string;
  /** The lines with this message, parsed. */
  readonly lines: (message: string) => Record<string, unknown>[];
} {
  const written: string[] = [];
  return {
    log: createLog("trace", { write: (line) => void written.push(line) }),
    text: () => written.join(""),
    lines: (message) => written.map((line) => JSON.parse(line)).filter(({ msg }) => msg === message),
  };
}
