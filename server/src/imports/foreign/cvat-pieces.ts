import { ImportFault } from "@assay/domain/importers/importer.ts";
import { MAX_MEMBER_BYTES } from "./json-members.ts";
import { chunksOf, createRest, linesPlaced, PIECE_BYTES, type Piece } from "./piece.ts";

const MiB = 1024 * 1024;
const START = Buffer.from("<image");

/**
 * The images of a CVAT file in groups, each with what stands before the first: the labels and the tasks. Throws an ImportFault for
 * more than 2 MiB of that, and for an image of more than 16 MiB.
 */
export async function* cvatPieces(path: string, name: string): AsyncGenerator<Piece> {
  let rest = Buffer.alloc(0);
  let head: string | undefined;
  let line = 1; // of the first character of `rest`
  for await (const chunk of chunksOf(path)) {
    rest = Buffer.concat([rest, chunk]);
    if (head === undefined) {
      const first = startIn(rest);
      if (first !== undefined) {
        head = rest.subarray(0, first).toString("utf8");
        createRest(name).add(head);
        line += newlinesIn(head);
        rest = rest.subarray(first);
      }
    }
    if (rest.length > PIECE_BYTES && head !== undefined) {
      const end = lastStartIn(rest);
      const text = rest.subarray(0, end).toString("utf8");
      if (end > 0) yield pieceOf(name, head, `${text}</annotations>`, line);
      line += newlinesIn(text);
      rest = rest.subarray(end);
    }
    if (rest.length > MAX_MEMBER_BYTES)
      throw new ImportFault(`${name}: line ${line}`, `a part is longer than ${MAX_MEMBER_BYTES / MiB} MiB`);
  }
  yield pieceOf(name, head ?? "", rest.toString("utf8"), line); // the file closes itself
}

/** Where the first `<image ` begins, which is no `<images>`. */
function startIn(bytes: Buffer): number | undefined {
  let at = bytes.indexOf(START);
  while (at !== -1 && !isStart(bytes, at)) at = bytes.indexOf(START, at + 1);
  return at === -1 ? undefined : at;
}

/** Where the last one begins: what stands before it is whole. */
function lastStartIn(bytes: Buffer): number {
  let at = bytes.lastIndexOf(START);
  while (at > 0 && !isStart(bytes, at)) at = bytes.lastIndexOf(START, at - 1);
  return Math.max(at, 0);
}

function isStart(bytes: Buffer, at: number): boolean {
  const after = bytes[at + START.length] ?? 0;
  return after > 0 && after <= 0x20;
}

/** `line` is that of the first character of `text`. */
function pieceOf(name: string, head: string, text: string, line: number): Piece {
  const before = newlinesIn(head);
  const lineAt = (own: number) => (own <= before ? own : own - before - 1 + line);
  return {
    extension: "xml",
    text: `${head}${text}`.replace(/^\ufeff/, ""),
    placed: (message) => linesPlaced(message, name, lineAt),
  };
}

function newlinesIn(text: string): number {
  let count = 0;
  for (let at = text.indexOf("\n"); at !== -1; at = text.indexOf("\n", at + 1)) count += 1;
  return count;
}
