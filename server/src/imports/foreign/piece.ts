import { createReadStream } from "node:fs";
import { ImportFault } from "@assay/domain/importers/importer.ts";

const MiB = 1024 * 1024;
/** The text that an importer reads at once takes some twenty times its size in memory. */
export const PIECE_BYTES = MiB / 2;
/** Of labels and other facts of the whole dataset; 1,200 categories with their definitions have half of it. */
const MAX_REST = 2 * MiB;
const CHUNK_BYTES = MiB / 16;

/** A small dataset of the same format: some of the items of a large one. */
export interface Piece {
  /** Of its only file, `piece.json` for example. */
  readonly extension: string;
  readonly text: string;
  /** A message about the piece as one about the whole: with its name and the places in it. */
  readonly placed: (message: string) => string;
}

/** The pieces of a dataset, which can be read repeatedly. */
export interface Pieces {
  readonly read: () => AsyncIterable<Piece>;
  /** Deletes what was written to read them. */
  readonly discard: () => Promise<void>;
}

/** The file in chunks. */
export function chunksOf(path: string): AsyncIterable<Buffer> {
  return createReadStream(path, { highWaterMark: CHUNK_BYTES });
}

/** A message about `piece.EXTENSION` as one about the file `name`; `memberAt` is where a member of a list of the piece stands in that. */
export function membersPlaced(
  message: string,
  name: string,
  memberAt: (list: string, index: number) => number,
): string {
  return message.replace(/\bpiece\.json(?:: (\w*)\[(\d+)\])?/g, (_, list?: string, index?: string) =>
    list === undefined ? name : `${name}: ${list}[${memberAt(list, Number(index))}]`,
  );
}

/** The same for places that are lines. */
export function linesPlaced(message: string, name: string, lineAt: (line: number) => number): string {
  return message.replace(/\bpiece\.(?:jsonl|xml)(?:: line (\d+))?/g, (_, line?: string) =>
    line === undefined ? name : `${name}: line ${lineAt(Number(line))}`,
  );
}

/** What comes with every piece. */
export interface Rest {
  readonly parts: readonly string[];
  /** Throws an ImportFault if that makes it large. */
  readonly add: (part: string) => void;
}

/** Collects what comes with every piece of the file `name`, up to 2 MiB. */
export function createRest(name: string): Rest {
  const parts: string[] = [];
  let characters = 0;
  return {
    parts,
    add(part) {
      characters += part.length;
      if (characters > MAX_REST)
        throw new ImportFault(name, `has more than ${MAX_REST / MiB} MiB besides its items`);
      parts.push(part);
    },
  };
}
