import { appendFile, readFile } from "node:fs/promises";
import { isSameBytes, LogFault } from "@assay/domain/log/bytes.ts";
import type { Checkpoint } from "@assay/domain/log/checkpoint.ts";
import { readEntryBundle, TILE_WIDTH, tilePath } from "@assay/domain/log/tiles.ts";
import { leafHash, rootOf } from "@assay/domain/log/tree.ts";
import { sha256 } from "@assay/server/src/platform/sha256.ts";
import { readEntry } from "./verify-log.ts";

/** Steps of a draw that a round of a batch takes once. */
const STEPS = ["commitment", "labels", "challenge"];

/** The file of the entries that belongs to the file of the last state. */
export function copyPath(file: string): string {
  return `${file}.entries`;
}

/** The entries that `extendCopy` has kept, in order; none without the file. */
export async function readCopy(file: string): Promise<string[]> {
  const text = await readFile(copyPath(file), "utf8").catch((fault: NodeJS.ErrnoException) => {
    if (fault.code === "ENOENT") return "";
    throw fault;
  });
  return text.split("\n").slice(0, -1);
}

/**
 * Fetches the entries that the copy beside `file` lacks, appends them, and returns all. Throws `LogFault` unless they give
 * the root of the checkpoint.
 */
export async function extendCopy(
  file: string,
  checkpoint: Checkpoint,
  fetchPath: (path: string) => Promise<Uint8Array>,
): Promise<readonly string[]> {
  const kept = await readCopy(file);
  const added: string[] = [];
  for (let at = kept.length; at < checkpoint.size; at = kept.length + added.length) {
    const index = Math.floor(at / TILE_WIDTH);
    const width = Math.min(TILE_WIDTH, checkpoint.size - index * TILE_WIDTH);
    const bundle = readEntryBundle(await fetchPath(tilePath({ level: "entries", index, width })));
    if (bundle.length !== width)
      throw new LogFault(
        `the log's entry bundle ${index} has ${bundle.length} entries; it must have ${width}`,
      );
    added.push(...bundle.slice(at % TILE_WIDTH).map((entry) => new TextDecoder().decode(entry)));
  }
  const entries = [...kept, ...added];
  if (added.some((entry) => entry.includes("\n")) || !isCopyOf(entries, checkpoint))
    throw new LogFault("the entries that the log serves do not give the root of its checkpoint");
  if (added.length > 0) await appendFile(copyPath(file), `${added.join("\n")}\n`);
  return entries;
}

/** Whether the log of the checkpoint begins with these entries. Later ones are ignored. */
export function isCopyOf(entries: readonly string[], { size, root }: Checkpoint): boolean {
  if (entries.length < size) return false;
  return isSameBytes(
    rootOf(
      sha256,
      entries.slice(0, size).map((entry) => leafHash(sha256, entry)),
    ),
    root,
  );
}

/** A step of a draw that the log has twice. */
export interface RepeatedStep {
  readonly batch: string;
  readonly round: number;
  readonly message: string;
}

/**
 * The steps that the log has twice for one round of one batch: with two seeds, roots or nonces an operator could choose the
 * better sample. Throws `LogFault` if an entry is not JSON.
 */
export function repeatedSteps(entries: readonly string[]): RepeatedStep[] {
  const first = new Map<string, number>();
  const repeated: RepeatedStep[] = [];
  for (const [index, entry] of entries.entries()) {
    const { type, batch, round } = readEntry({ index, entry });
    if (!STEPS.includes(String(type))) continue;
    const step = `${type} ${batch} ${round}`;
    const before = first.get(step);
    if (before === undefined) first.set(step, index);
    else {
      const message = `the log has a second entry ${type} for round ${round} of the batch ${batch}: entries ${before} and ${index}`;
      repeated.push({ batch: String(batch), round: Number(round), message });
    }
  }
  return repeated;
}
