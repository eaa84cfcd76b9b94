import { readFile, stat } from "node:fs/promises";
import { ServiceError } from "@assay/domain/errors.ts";
import { ImportFault } from "@assay/domain/importers/importer.ts";
import { readBlocks } from "../../uploads/formats/line-blocks.ts";
import { cocoPieces } from "./coco-pieces.ts";
import { cvatPieces } from "./cvat-pieces.ts";
import { type JsonMember, jsonMembers, MAX_MEMBER_BYTES } from "./json-members.ts";
import {
  chunksOf,
  createRest,
  linesPlaced,
  membersPlaced,
  PIECE_BYTES,
  type Piece,
  type Pieces,
} from "./piece.ts";

const MiB = 1024 * 1024;

/**
 * Divides the dataset in the file at `path`, which messages call `name`, into pieces that importers read one after the other, so that memory
 * does not grow with it. Undefined for tables, which are read row by row anyway. Throws an ImportFault, as reading does.
 */
export async function piecesOf(format: string, path: string, name: string): Promise<Pieces | undefined> {
  const discard = async () => undefined;
  switch (format) {
    case "coco":
      return cocoPieces(path, name);
    case "csv":
    case "parquet":
      return undefined;
    case "datumaro":
      return { read: () => datumaroPieces(path, name), discard };
    case "cvat_xml":
      return { read: () => cvatPieces(path, name), discard };
    case "label_studio":
      return { read: () => listPieces(path, name), discard };
    case "pascal_voc":
      return { read: () => wholeFile(path, name, "xml"), discard };
    default:
      return { read: () => linePieces(path, name), discard };
  }
}

async function* wholeFile(path: string, name: string, extension: "json" | "xml"): AsyncGenerator<Piece> {
  if ((await stat(path)).size > MAX_MEMBER_BYTES)
    throw new ImportFault(name, `is longer than ${MAX_MEMBER_BYTES / MiB} MiB`);
  const text = (await readFile(path, "utf8")).replace(/^\ufeff/, "");
  yield { extension, text, placed: (message) => message.replaceAll(`piece.${extension}`, name) };
}

/** The members of one list in groups; a file that is one object is a piece. */
async function* listPieces(path: string, name: string): AsyncGenerator<Piece> {
  if ((await firstCharacter(path)) !== "[") {
    yield* wholeFile(path, name, "json");
    return;
  }
  for await (const { members, first } of groupsOf(jsonMembers(chunksOf(path), name)))
    yield listPiece(name, first, `[${textsOf(members)}]`);
}

async function* datumaroPieces(path: string, name: string): AsyncGenerator<Piece> {
  const lists = ["items"];
  const rest = createRest(name);
  for await (const { key, index, text } of jsonMembers(chunksOf(path), name, lists))
    if (index === null) rest.add(`${JSON.stringify(key)}:${text}`);
  for await (const { members, first } of groupsOf(jsonMembers(chunksOf(path), name, lists)))
    yield listPiece(name, first, `{${[...rest.parts, `"items":[${textsOf(members)}]`].join(",")}}`);
}

function listPiece(name: string, first: number, text: string): Piece {
  const placed = (message: string) => membersPlaced(message, name, (_list, index) => first + index);
  return { extension: "json", text, placed };
}

interface Group {
  readonly members: readonly JsonMember[];
  /** The place of its first member in the list. */
  readonly first: number;
}

/** The members of a list in groups of about ½ MiB; one empty group of an empty list. */
async function* groupsOf(all: AsyncIterable<JsonMember>): AsyncGenerator<Group> {
  let members: JsonMember[] = [];
  let [characters, first, isAny] = [0, 0, false];
  for await (const member of all) {
    if (member.index === null) continue;
    if (members.length === 0) first = member.index;
    members.push(member);
    characters += member.text.length;
    isAny = true;
    if (characters < PIECE_BYTES) continue;
    yield { members, first };
    [members, characters] = [[], 0];
  }
  if (members.length > 0 || !isAny) yield { members, first };
}

function textsOf(members: readonly JsonMember[]): string {
  return members.map(({ text }) => text).join(",");
}

/** Lines of JSON in groups; a file that is one list is read as such. */
async function* linePieces(path: string, name: string): AsyncGenerator<Piece> {
  if ((await firstCharacter(path)) === "[") {
    yield* listPieces(path, name);
    return;
  }
  let isAny = false;
  for await (const { first, bytes } of blocksOf(path, name)) {
    const text = bytes.toString("utf8");
    if (text.trim() === "") continue;
    isAny = true;
    const placed = (message: string) => linesPlaced(message, name, (line) => first - 1 + line);
    yield { extension: "jsonl", text, placed };
  }
  if (!isAny) throw new ImportFault(name, "has no line");
}

async function* blocksOf(path: string, name: string): ReturnType<typeof readBlocks> {
  try {
    yield* readBlocks(chunksOf(path), MAX_MEMBER_BYTES);
  } catch (fault) {
    throw fault instanceof ServiceError ? new ImportFault(name, fault.message, { cause: fault }) : fault;
  }
}

/** The first character that is no blank or byte order mark, within the first chunk. */
async function firstCharacter(path: string): Promise<string | undefined> {
  for await (const chunk of chunksOf(path))
    return chunk
      .toString("utf8")
      .replace(/^\ufeff/, "")
      .trimStart()[0];
  return undefined;
}
