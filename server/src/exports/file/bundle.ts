import { hash } from "node:crypto";
import { crc32 } from "node:zlib";
import { only } from "@assay/domain/formats/accepted.ts";
import type { Chunks, ExportFile, Pages } from "@assay/domain/formats/format.ts";
import { imageStem } from "@assay/domain/formats/images.ts";
import { envelopeText, type Subject, signStatement } from "../../certificates/envelope.ts";
import { mayBeTurned, stageUpright } from "../../images/upright.ts";
import type { Blobs, StagedBlob } from "../../platform/blobs/blobs.ts";
import { Blocks } from "../../platform/blocks.ts";
import { asBuffer, encoded, readSmall } from "../../platform/chunks.ts";
import { croissantText } from "./croissant.ts";
import type { Dataset } from "./dataset.ts";
import { datasheetText } from "./datasheet.ts";
import { countingLoss } from "./loss.ts";
import type { Source } from "./source.ts";
import type { Variant } from "./variants.ts";
import { type ZipEntry, ZipWriter } from "./zip.ts";

/** A file of up to this many bytes goes into the archive from memory: a generated one without a temporary file, a stored one read once. */
const IN_MEMORY = 1_048_576;
/** Files that are written together; of stored ones up to twice as many are read at once. */
const AT_ONCE = 8;
/**
 * A bundle's certificate names up to this many files itself; for a larger bundle it names the manifest, see
 * ADR 0021.
 */
const MAX_SUBJECTS = 1_000;

/**
 * The bytes of a bundle: `dataset.jsonl` and its descriptions, the files of the format, `loss.json`, the media of texts if
 * requested, then `manifest.sha256` over all of them, and last, if the dataset is certified, the certificate
 * of them all.
 */
export async function* bundle(
  stores: Stores,
  dataset: Dataset,
  variant: Variant,
): AsyncGenerator<Uint8Array> {
  const { note, certification } = dataset;
  const archive = new ZipWriter();
  const manifest = new Blocks();
  if (note !== null) manifest.bytes(Buffer.from(`# ${note}\n`));
  const subjects: Subject[] = [];
  for await (const files of settledFiles(stores, filesOf(stores.blobs, dataset, variant))) {
    for (const file of files) {
      const { path, sha256, content } = file;
      if ("open" in content) {
        yield* archive.begin(file);
        yield* content.open();
      } else archive.add(file, content);
      manifest.bytes(Buffer.from(`${sha256}  ${path}\n`));
      if (subjects.length < MAX_SUBJECTS - 1) subjects.push({ path, sha256 });
    }
    yield* archive.takeFull();
  }
  const bytes = Buffer.concat(manifest.take());
  archive.add(entryOf("manifest.sha256", bytes), bytes);
  if (certification !== null) {
    subjects.push({ path: "manifest.sha256", sha256: hash("sha256", bytes) });
    const envelope = signStatement(certification.signer, subjects, certification.predicate);
    const text = Buffer.from(envelopeText(envelope));
    archive.add(entryOf("certificate.dsse.json", text), text);
  }
  yield* archive.end();
}

/** Where the bytes of media are: stored, or in buckets. */
export interface Stores {
  readonly blobs: Blobs;
  /** Stages a file by reference. Throws `gone` if it is another one by now. */
  readonly stageReferenced: (file_id: string) => Promise<StagedBlob>;
}

/** Stored bytes, of images with their type; media by reference; or text and bytes generated while they are read. */
type Content = Kept | Referenced | Chunks;

interface Referenced {
  readonly file_id: string;
  readonly image_type: string;
}

interface Kept extends Pick<Source, "sha256" | "open"> {
  readonly image_type?: string;
  /** Quicker than `open` for a small file; undefined if there are more than `mostBytes`. */
  readonly readSmall?: (mostBytes: number) => Promise<Buffer | undefined>;
}

interface BundleFile {
  readonly path: string;
  readonly content: Content;
}

async function* filesOf(
  blobs: Blobs,
  { context, records, beside, certification }: Dataset,
  { format, media, license }: Variant,
): AsyncGenerator<Iterable<BundleFile>> {
  const { items, text } = countingLoss(format, context.project, records);
  yield [{ path: "dataset.jsonl", content: records }];
  yield beside.map(({ path, source }) => ({ path, content: source }));
  if (certification !== null) {
    const { keys, logged } = certification;
    yield [{ path: "assay-keys.json", content: only(keys) }];
    if (logged !== null) yield [{ path: "certificate-log.json", content: only(logged) }];
  }
  const predicate = certification?.predicate ?? null;
  yield [{ path: "croissant.json", content: only(croissantText({ context, records, predicate })) }];
  if (predicate !== null) yield [{ path: "DATASHEET.md", content: only(datasheetText(predicate)) }];
  for await (const files of format.files({ ...context, media, license }, items)) yield own(blobs, files);
  yield [{ path: "loss.json", content: only(await text()) }];
  if (media) yield* textsOf(blobs, items());
}

/** The files of a format, except the records, which every bundle has. */
function* own(blobs: Blobs, files: Iterable<ExportFile>): Generator<BundleFile> {
  for (const file of files)
    if (file.path !== "dataset.jsonl") yield { path: file.path, content: contentOf(blobs, file) };
}

function contentOf(blobs: Blobs, file: ExportFile): Content {
  if ("content" in file) return file.content;
  const { id, sha256, content_type } = file.media;
  if (sha256 === null) return { file_id: id, image_type: content_type };
  return { ...keptContent(blobs, sha256), image_type: content_type };
}

function keptContent(blobs: Blobs, sha256: string): Kept {
  return { sha256, open: () => blobs.open(sha256), readSmall: (most) => blobs.readSmall(sha256, most) };
}

/** The uploaded text files that are whole items; lines of other files are in the records. */
async function* textsOf(blobs: Blobs, items: Pages): AsyncGenerator<readonly BundleFile[]> {
  for await (const page of items) {
    yield page.flatMap((item) => {
      const { content_type, sha256 } = item.file;
      if (item.line !== null || sha256 === null || !content_type.startsWith("text/")) return [];
      return [{ path: `texts/${imageStem(item)}.txt`, content: keptContent(blobs, sha256) }];
    });
  }
}

/** A file of the archive: its bytes in memory, or where they are. */
interface Settled extends ZipEntry {
  readonly sha256: string;
  readonly content: Buffer | Pick<Source, "open">;
  readonly discard?: () => Promise<void>;
}

/**
 * The files in their order. Those that are stored are read ahead, some at once, because each comes after a wait for the disk or
 * the store. The content of generated ones must be consumed before the next file is asked for, and each of those by reference,
 * of any size, is copied to the disk.
 */
async function* settledFiles(
  stores: Stores,
  pages: AsyncIterable<Iterable<BundleFile>>,
): AsyncGenerator<readonly Settled[]> {
  const begun: (Settled | Promise<Settled>)[] = [];
  async function* taken(count: number): AsyncGenerator<readonly Settled[]> {
    const some = begun.slice(0, count);
    const files = some.every(isSettled) ? some : await Promise.all(some);
    yield files;
    begun.splice(0, count);
    for (const { discard } of files) if (discard !== undefined) await discard();
  }
  try {
    for await (const files of pages) {
      for (const file of files) {
        const settling = begin(stores, file);
        const next = "sha256" in file.content || isSettled(settling) ? settling : await settling;
        begun.push(next);
        if ("discard" in next) yield* taken(begun.length);
        else if (begun.length === 2 * AT_ONCE) yield* taken(AT_ONCE);
      }
    }
    yield* taken(begun.length);
  } finally {
    await discardAll(begun);
  }
}

async function discardAll(begun: readonly (Settled | Promise<Settled>)[]): Promise<void> {
  for (const settled of await Promise.allSettled(begun))
    if (settled.status === "fulfilled") await settled.value.discard?.();
}

function isSettled(next: Settled | Promise<Settled>): next is Settled {
  return !(next instanceof Promise);
}

/** Its error is thrown where it is awaited, and is handled until then. */
function begin(stores: Stores, { path, content }: BundleFile): Settled | Promise<Settled> {
  const settling = settle(stores, path, content);
  if (settling instanceof Promise) settling.catch(() => undefined);
  return settling;
}

/** Determines size and checksum of a file, which precede its bytes in the archive. At once if it is generated at once. */
function settle(stores: Stores, path: string, content: Content): Settled | Promise<Settled> {
  if ("file_id" in content) return settleReferenced(stores, path, content);
  if ("sha256" in content) return settleKept(stores.blobs, path, content);
  if (Symbol.asyncIterator in content) return settleGenerated(stores.blobs, path, content);
  const chunks = content[Symbol.iterator]();
  const begun: Buffer[] = [];
  for (let size = 0; size < IN_MEMORY; ) {
    const { value, done } = chunks.next();
    if (done) return settleInMemory(path, begun);
    const bytes = asBuffer(value);
    begun.push(bytes);
    size += bytes.length;
  }
  return stageAll(stores.blobs, path, begun, encoded({ [Symbol.iterator]: () => chunks }));
}

async function settleReferenced(
  { blobs, stageReferenced }: Stores,
  path: string,
  file: Referenced,
): Promise<Settled> {
  const copy = await stageReferenced(file.file_id);
  const upright = await stageUpright(blobs, copy, file.image_type);
  if (upright === undefined) return settleStaged(blobs, path, copy);
  await blobs.discard([copy]);
  return settleStaged(blobs, path, upright);
}

async function settleStaged(blobs: Blobs, path: string, staged: StagedBlob): Promise<Settled> {
  return { ...(await measured(path, staged)), discard: () => blobs.discard([staged]) };
}

/** Images are upright in a bundle: the coordinates of results are those of the upright image. */
async function settleKept(blobs: Blobs, path: string, kept: Kept): Promise<Settled> {
  const { sha256, image_type, open } = kept;
  const bytes = await (kept.readSmall?.(IN_MEMORY) ?? readSmall(open(), IN_MEMORY));
  if (bytes === undefined) {
    const upright = await uprightCopy(blobs, kept);
    return upright === undefined ? measured(path, kept) : settleStaged(blobs, path, upright);
  }
  const upright =
    image_type !== undefined && mayBeTurned(bytes, image_type)
      ? await stageUpright(blobs, blobs.kept({ sha256, size_bytes: bytes.length }), image_type)
      : undefined;
  return upright === undefined ? { ...entryOf(path, bytes), sha256 } : settleStaged(blobs, path, upright);
}

async function uprightCopy(blobs: Blobs, { sha256, image_type }: Kept): Promise<StagedBlob | undefined> {
  const size_bytes = image_type === undefined ? undefined : await blobs.findSize(sha256);
  if (image_type === undefined || size_bytes === undefined) return undefined;
  return stageUpright(blobs, blobs.kept({ sha256, size_bytes }), image_type);
}

async function settleGenerated(
  blobs: Blobs,
  path: string,
  content: AsyncIterable<string | Uint8Array>,
): Promise<Settled> {
  const chunks = encoded(content);
  const begun: Buffer[] = [];
  for (let size = 0; size < IN_MEMORY; ) {
    const { value, done } = await chunks.next();
    if (done) return settleInMemory(path, begun);
    begun.push(value);
    size += value.length;
  }
  return stageAll(blobs, path, begun, chunks);
}

function settleInMemory(path: string, parts: readonly Buffer[]): Settled {
  const bytes = joinedBytes(parts);
  return { ...entryOf(path, bytes), sha256: hash("sha256", bytes) };
}

async function stageAll(
  blobs: Blobs,
  path: string,
  begun: readonly Buffer[],
  rest: AsyncIterable<Buffer>,
): Promise<Settled> {
  let checksum = 0;
  async function* counted(): AsyncGenerator<Buffer> {
    for (const parts of [begun, rest])
      for await (const chunk of parts) {
        checksum = crc32(chunk, checksum);
        yield chunk;
      }
  }
  const staged = await blobs.stage(counted(), Number.POSITIVE_INFINITY);
  const discard = () => blobs.discard([staged]);
  const { sha256, size_bytes } = staged;
  return { path, sha256, size_bytes, crc32: checksum, content: staged, discard };
}

function joinedBytes(parts: readonly Buffer[]): Buffer {
  return parts.length === 1 && parts[0] !== undefined ? parts[0] : Buffer.concat(parts);
}

async function measured(path: string, { sha256, open }: Pick<Source, "sha256" | "open">): Promise<Settled> {
  let size_bytes = 0;
  let checksum = 0;
  for await (const chunk of open()) {
    size_bytes += chunk.length;
    checksum = crc32(chunk, checksum);
  }
  return { path, sha256, size_bytes, crc32: checksum, content: { open } };
}

function entryOf(path: string, bytes: Buffer): Omit<Settled, "sha256"> {
  return { path, size_bytes: bytes.length, crc32: crc32(bytes), content: bytes };
}
