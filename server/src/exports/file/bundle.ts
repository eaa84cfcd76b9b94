import { hash } from "node:crypto";
import { crc32 } from "node:zlib";
import { only } from "@assay/domain/formats/accepted.ts";
import type { ExportFile, ExportItem } from "@assay/domain/formats/format.ts";
import { imageStem } from "@assay/domain/formats/images.ts";
import { envelopeText, type Subject, signStatement } from "../../certificates/envelope.ts";
import { stageUpright } from "../../images/upright.ts";
import type { Blobs, StagedBlob } from "../../platform/blobs/blobs.ts";
import { encoded } from "../../platform/chunks.ts";
import { croissantText } from "./croissant.ts";
import type { Dataset } from "./dataset.ts";
import { datasheetText } from "./datasheet.ts";
import { lossOf } from "./loss.ts";
import { readRecords, type Source } from "./source.ts";
import type { Variant } from "./variants.ts";
import type { ZipEntry } from "./zip.ts";

/** A generated file of up to this many bytes goes into the archive without a temporary file. */
const IN_MEMORY = 1_048_576;
/**
 * A bundle's certificate names up to this many files itself; for a larger bundle it names the manifest, see
 * ADR 0021.
 */
const MAX_SUBJECTS = 1_000;

/**
 * The files of a bundle: `dataset.jsonl` and its descriptions, the files of the format, the media if
 * requested, then `manifest.sha256` over all of them, and last, if the dataset is certified, the certificate
 * of them all. Read each entry before asking for the next.
 */
export async function* bundleEntries(
  stores: Stores,
  dataset: Dataset,
  variant: Variant,
): AsyncGenerator<ZipEntry> {
  const { note, certification } = dataset;
  const manifest: string[] = note === null ? [] : [`# ${note}\n`];
  const subjects: Subject[] = [];
  for await (const { path, content } of filesOf(stores.blobs, dataset, variant)) {
    const { sha256, entry, discard } = await settle(stores, path, content);
    try {
      yield entry;
    } finally {
      await discard();
    }
    manifest.push(`${sha256}  ${path}\n`);
    if (subjects.length < MAX_SUBJECTS - 1) subjects.push({ path, sha256 });
  }
  const bytes = Buffer.from(manifest.join(""));
  yield entryOf("manifest.sha256", bytes);
  if (certification === null) return;
  subjects.push({ path: "manifest.sha256", sha256: hash("sha256", bytes) });
  const envelope = signStatement(certification.signer, subjects, certification.predicate);
  yield entryOf("certificate.dsse.json", Buffer.from(envelopeText(envelope)));
}

/** Where the bytes of media are: stored, or in buckets. */
export interface Stores {
  readonly blobs: Blobs;
  /** Stages a file by reference. Throws `gone` if it is another one by now. */
  readonly stageReferenced: (file_id: string) => Promise<StagedBlob>;
}

/** Stored bytes, of images with their type; media by reference; or text and bytes generated while they are read. */
type Content = Kept | Referenced | AsyncIterable<string | Uint8Array>;

interface Referenced {
  readonly file_id: string;
  readonly image_type: string;
}

interface Kept extends Pick<Source, "sha256" | "open"> {
  readonly image_type?: string;
}

interface BundleFile {
  readonly path: string;
  readonly content: Content;
}

async function* filesOf(
  blobs: Blobs,
  { context, records, beside, certification }: Dataset,
  { format, media }: Variant,
): AsyncGenerator<BundleFile> {
  const items = () => readRecords(records);
  yield { path: "dataset.jsonl", content: records };
  for (const { path, source } of beside) yield { path, content: source };
  yield { path: "loss.json", content: only(await lossOf(format, records)) };
  if (certification !== null) {
    const { keys, logged } = certification;
    yield { path: "assay-keys.json", content: only(keys) };
    if (logged !== null) yield { path: "certificate-log.json", content: only(logged) };
  }
  const predicate = certification?.predicate ?? null;
  yield { path: "croissant.json", content: only(croissantText({ context, records, predicate })) };
  if (predicate !== null) yield { path: "DATASHEET.md", content: only(datasheetText(predicate)) };
  for await (const file of format.files({ ...context, media }, items)) {
    if (file.path !== "dataset.jsonl") yield { path: file.path, content: contentOf(blobs, file) };
  }
  if (media) yield* textsOf(blobs, items());
}

function contentOf(blobs: Blobs, file: ExportFile): Content {
  if ("content" in file) return file.content;
  const { id, sha256, content_type } = file.media;
  if (sha256 === null) return { file_id: id, image_type: content_type };
  return { ...keptContent(blobs, sha256), image_type: content_type };
}

function keptContent(blobs: Blobs, sha256: string): Kept {
  return { sha256, open: () => blobs.open(sha256) };
}

/** The uploaded text files that are whole items; lines of other files are in the records. */
async function* textsOf(blobs: Blobs, items: AsyncIterable<ExportItem>): AsyncGenerator<BundleFile> {
  for await (const item of items) {
    const { content_type, sha256 } = item.file;
    if (item.line !== null || sha256 === null || !content_type.startsWith("text/")) continue;
    yield { path: `texts/${imageStem(item)}.txt`, content: keptContent(blobs, sha256) };
  }
}

interface Settled {
  readonly sha256: string;
  readonly entry: ZipEntry;
  readonly discard: () => Promise<void>;
}

const nothing = async () => undefined;

/** Determines size and checksum of a file, which precede its bytes in the archive. */
async function settle({ blobs, stageReferenced }: Stores, path: string, content: Content): Promise<Settled> {
  if ("file_id" in content) {
    const copy = await stageReferenced(content.file_id);
    const upright = await stageUpright(blobs, copy, content.image_type);
    if (upright === undefined) return settleStaged(blobs, path, copy);
    await blobs.discard([copy]);
    return settleStaged(blobs, path, upright);
  }
  if ("sha256" in content) {
    const upright = await uprightCopy(blobs, content);
    return upright === undefined
      ? { ...(await measured(path, content)), discard: nothing }
      : settleStaged(blobs, path, upright);
  }
  const chunks = encoded(content);
  const begun: Buffer[] = [];
  for (let size = 0; size < IN_MEMORY; ) {
    const { value, done } = await chunks.next();
    if (done) {
      const bytes = Buffer.concat(begun);
      return { sha256: hash("sha256", bytes), entry: entryOf(path, bytes), discard: nothing };
    }
    begun.push(value);
    size += value.length;
  }
  const staged = await blobs.stage(joined(begun, chunks), Number.POSITIVE_INFINITY);
  return settleStaged(blobs, path, staged);
}

async function settleStaged(blobs: Blobs, path: string, staged: StagedBlob): Promise<Settled> {
  return { ...(await measured(path, staged)), discard: () => blobs.discard([staged]) };
}

/** Images are upright in a bundle: the coordinates of results are those of the upright image. */
async function uprightCopy(blobs: Blobs, { sha256, image_type }: Kept): Promise<StagedBlob | undefined> {
  const size_bytes = image_type === undefined ? undefined : await blobs.findSize(sha256);
  if (image_type === undefined || size_bytes === undefined) return undefined;
  return stageUpright(blobs, blobs.kept({ sha256, size_bytes }), image_type);
}

async function measured(path: string, { sha256, open }: Pick<Source, "sha256" | "open">) {
  let size_bytes = 0;
  let checksum = 0;
  for await (const chunk of open()) {
    size_bytes += chunk.length;
    checksum = crc32(chunk, checksum);
  }
  return { sha256, entry: { path, size_bytes, crc32: checksum, open } };
}

function entryOf(path: string, bytes: Buffer): ZipEntry {
  return { path, size_bytes: bytes.length, crc32: crc32(bytes), open: () => [bytes] };
}

async function* joined(begun: readonly Buffer[], rest: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  yield* begun;
  yield* rest;
}
