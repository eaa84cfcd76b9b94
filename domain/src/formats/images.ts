import type { ExportContext, ExportFile, ExportItem, Items } from "./format.ts";

/** Most readers rely on the extension, and an uploaded name may have none or a wrong one. */
const EXTENSIONS: Readonly<Record<string, string>> = {
  "audio/flac": "flac",
  "audio/mp4": "m4a",
  "audio/mpeg": "mp3",
  "audio/ogg": "ogg",
  "audio/wav": "wav",
  "image/avif": "avif",
  "image/bmp": "bmp",
  "image/gif": "gif",
  "image/jpeg": "jpg",
  "image/png": "png",
  "image/tiff": "tif",
  "image/webp": "webp",
};

/** Readers of folders of images know files by their extension and skip these silently, or stop. */
const SKIPPED: ReadonlySet<string> = new Set(["image/avif", "image/gif"]);

/** Before the name of an image that an export was imported from: another id takes its place. */
const EARLIER_IDS = /^(?:item_[0-9A-HJKMNP-TV-Z]{26}_)+/;

/** Keeps a whole name far below the 255 bytes that file systems take. */
const MAX_STEM = 100;

/**
 * The name of an item's image in every export: `<item id>_<uploaded name>.<extension of its type>`.
 *
 * ASCII letters, digits, `.`, `_` and `-` only, so it is a safe path on any system. It is unique even if a
 * name was uploaded several times, because it begins with the item's unique id (`item_` and letters or
 * digits), which also leads from the file back to the item. Of an image that was exported and imported before, that id takes the place of the
 * earlier one.
 */
export function imageName(item: ExportItem): string {
  return `${imageStem(item)}.${EXTENSIONS[item.file.content_type] ?? "bin"}`;
}

/** `imageName` without the dot and the extension; as unique as it. */
export function imageStem({ id, file }: ExportItem): string {
  const name = file.filename.split(/[/\\]/).at(-1) ?? "";
  const stem = safe(name.replace(/\.[^.]*$/, "").replace(EARLIER_IDS, ""));
  return stem === "" ? id : `${id}_${stem}`;
}

/** Whether the item's file is an image. */
export function isImage({ file }: ExportItem): boolean {
  return file.content_type.startsWith("image/");
}

/** Whether readers of YOLO, VOC and other folders of images skip the item's image. */
export function isSkippedImage({ file }: ExportItem): boolean {
  return SKIPPED.has(file.content_type);
}

/** The sides of an item's upright image in pixels. Throws a RangeError if they are not known. */
export function sidesOf({ id, file }: ExportItem): { readonly width: number; readonly height: number } {
  const { width, height } = file;
  if (!width || !height) throw new RangeError(`${id}: the size of its image is not known`);
  return { width, height };
}

function safe(text: string): string {
  return text
    .replace(/[^A-Za-z0-9.-]+/g, "_")
    .replace(/\.{2,}/g, ".")
    .slice(0, MAX_STEM)
    .replace(/^[._]+|[._]+$/g, "");
}

/** `data`, followed by the `mediaFiles`. */
export async function* withImages(
  data: ExportFile,
  context: ExportContext,
  items: Items,
): AsyncGenerator<readonly ExportFile[]> {
  yield [data];
  yield* mediaFiles(context, items);
}

/** The images and recordings of all items under `images/` and `audio/`, if the context includes media. */
export async function* mediaFiles(
  { media }: ExportContext,
  items: Items,
): AsyncGenerator<readonly ExportFile[]> {
  if (media) for await (const page of items()) yield page.flatMap(mediaFile);
}

function mediaFile(item: ExportItem): readonly ExportFile[] {
  if (isImage(item)) return [{ path: `images/${imageName(item)}`, media: item.file }];
  const isAudio = item.file.content_type.startsWith("audio/");
  return isAudio ? [{ path: `audio/${imageName(item)}`, media: item.file }] : [];
}
