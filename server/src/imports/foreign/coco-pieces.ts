import { appendFile, readFile, stat } from "node:fs/promises";
import { join } from "node:path";
import { ImportFault } from "@assay/domain/importers/importer.ts";
import { isJsonObject } from "@assay/domain/importers/json-value.ts";
import { LIMITS } from "../../platform/limits.ts";
import { makeTempFolder } from "../../platform/temp-folder.ts";
import { type JsonMember, jsonMembers } from "./json-members.ts";
import { chunksOf, createRest, membersPlaced, PIECE_BYTES, type Piece, type Pieces } from "./piece.ts";

const MiB = 1024 * 1024;
const LISTS = ["images", "annotations"];
const MAX_BUCKETS = 1_024;
/** A bucket that is fuller has an image with too many annotations. */
const MAX_BUCKET_BYTES = 32 * MiB;
/** What is collected for all buckets before it is written. */
const BUFFERED_CHARACTERS = 4 * MiB;

/**
 * The images of a COCO file with their annotations, which can stand anywhere in it: both are written to files of a temporary folder, the
 * images in turn and each annotation to the file of its image. Throws an ImportFault.
 */
export async function cocoPieces(path: string, name: string): Promise<Pieces> {
  const { path: folder, remove: discard } = await makeTempFolder();
  try {
    const count = Math.min(MAX_BUCKETS, Math.ceil((await stat(path)).size / PIECE_BYTES));
    const buckets = createBuckets(folder, count);
    const { rest, indexOf } = await writeImages(path, name, buckets);
    await writeAnnotations(path, name, buckets, indexOf);
    await buckets.flush();
    return { read: () => readPieces(folder, count, rest, name), discard };
  } catch (fault) {
    await discard();
    throw fault;
  }
}

/** Writes the images; returns the places of their ids, and what belongs to every piece. */
async function writeImages(path: string, name: string, buckets: Buckets) {
  const indexOf = new Map<unknown, number>();
  const rest = createRest(name);
  const missing = new Set(LISTS);
  for await (const member of jsonMembers(chunksOf(path), name, LISTS)) {
    const { key, index, text, value, line } = member;
    if (index !== null || Array.isArray(value)) missing.delete(String(key));
    if (index === null && !LISTS.includes(String(key))) rest.add(`${JSON.stringify(key)}:${text}`);
    if (index === null || key !== "images") continue;
    if (index >= LIMITS.batch_items)
      throw new ImportFault(`${name}: line ${line}`, `has more than ${LIMITS.batch_items} images`);
    addId(indexOf, value, index, name);
    await buckets.add(index, member);
  }
  for (const list of missing) throw new ImportFault(name, `has no list \`${list}\``);
  return { indexOf, rest: rest.parts };
}

function addId(indexOf: Map<unknown, number>, image: unknown, index: number, name: string): void {
  const id = isJsonObject(image) ? image.id : undefined;
  if (typeof id !== "number") return;
  const other = indexOf.get(id);
  if (other !== undefined)
    throw new ImportFault(`${name}: images[${index}]`, `has the same id ${id} as images[${other}]`);
  indexOf.set(id, index);
}

/** Writes the annotations. The importer names those of no image, in whatever piece they are. */
async function writeAnnotations(
  path: string,
  name: string,
  buckets: Buckets,
  indexOf: ReadonlyMap<unknown, number>,
): Promise<void> {
  for await (const member of jsonMembers(chunksOf(path), name, LISTS)) {
    if (member.key !== "annotations" || member.index === null) continue;
    const image = isJsonObject(member.value) ? indexOf.get(member.value.image_id) : undefined;
    await buckets.add(image ?? member.index, member);
  }
}

interface Buckets {
  readonly add: (index: number, member: JsonMember) => Promise<void>;
  readonly flush: () => Promise<void>;
}

/** Appends members to files: the list, the place in it, and the JSON on one line. */
function createBuckets(folder: string, count: number): Buckets {
  let lines = new Map<number, string[]>();
  let characters = 0;
  async function flush(): Promise<void> {
    for (const [bucket, some] of lines) await appendFile(join(folder, String(bucket)), some.join(""));
    [lines, characters] = [new Map(), 0];
  }
  return {
    async add(index, { key, index: place, text }) {
      const bucket = index % count;
      const some = lines.get(bucket) ?? [];
      lines.set(bucket, some);
      some.push(`${key} ${place} ${text.replaceAll(/[\r\n]/g, " ")}\n`);
      characters += text.length;
      if (characters > BUFFERED_CHARACTERS) await flush();
    },
    flush,
  };
}

async function* readPieces(
  folder: string,
  count: number,
  rest: readonly string[],
  name: string,
): AsyncGenerator<Piece> {
  for (let bucket = 0; bucket < count; bucket += 1) {
    const file = join(folder, String(bucket));
    const found = await stat(file).catch(() => undefined);
    if (found === undefined) continue; // there are fewer images
    if (found.size > MAX_BUCKET_BYTES)
      throw new ImportFault(name, `some images have more than ${MAX_BUCKET_BYTES / MiB} MiB of annotations`);
    yield pieceOf(await readFile(file, "utf8"), rest, name);
  }
}

function pieceOf(lines: string, rest: readonly string[], name: string): Piece {
  const texts = new Map(LISTS.map((list): [string, string[]] => [list, []]));
  const places = new Map(LISTS.map((list): [string, number[]] => [list, []]));
  for (const line of lines.split("\n")) {
    const [, list = "", place = "", text = ""] = /^(\w+) (\d+) (.*)$/s.exec(line) ?? [];
    texts.get(list)?.push(text);
    places.get(list)?.push(Number(place));
  }
  const lists = [...texts].map(([list, some]) => `"${list}":[${some.join(",")}]`);
  const placed = (message: string) =>
    membersPlaced(message, name, (list, index) => places.get(list)?.[index] ?? index);
  return { extension: "json", text: `{${[...rest, ...lists].join(",")}}`, placed };
}
