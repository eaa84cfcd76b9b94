import type { ExportContext, ExportFile, ExportItem, Format, Items, Pages } from "./format.ts";
import { imageName, imageStem } from "./images.ts";
import { INDEX, type IndexColumns, indexTable } from "./item-index.ts";
import { fieldsLost } from "./loss.ts";
import { filesOfEach, itemsThat } from "./pages.ts";
import { isSegments, segmentsOf, textOf } from "./results.ts";

const COLUMNS: IndexColumns = { ...INDEX, "file.duration": (item) => item.file.duration };
const CARRIED = new Set(Object.keys(COLUMNS));

/** A cue in the file: milliseconds, the voice if there is one, and the text. */
interface Cue {
  readonly start: number;
  readonly end: number;
  readonly voice: string | null;
  readonly text: string;
}

/**
 * Captions that any player shows: for each accepted recording `captions/<name>.vtt`, and if media is included
 * the recording as `audio/<name>.<extension>`. `items.csv` maps each path to its item and file.
 *
 * A segment is a cue whose voice is the label (`<v label>`), in order of time, in milliseconds and at least
 * one long. A transcription is one cue as long as its recording; transcriptions of images are omitted. Blank
 * lines, which would end a cue, are dropped. Source: W3C, WebVTT: The Web Video Text Tracks Format (2019).
 */
export const webvtt: Format = {
  name: "webvtt",
  aliases: [],
  types: ["transcription", "audio_segmentation"],
  media_type: "application/zip",
  extension: "zip",
  single: false,
  files,
  loss,
};

async function* files({ media }: ExportContext, items: Items): AsyncGenerator<Iterable<ExportFile>> {
  const path = (item: ExportItem) => `captions/${imageStem(item)}.vtt`;
  const carried = (): Pages => itemsThat(items(), isCarried);
  function* filesOf(item: ExportItem): Generator<ExportFile> {
    yield { path: path(item), content: captions(item) };
    if (media) yield { path: `audio/${imageName(item)}`, media: item.file };
  }
  yield [{ path: "items.csv", content: indexTable({ path, ...COLUMNS }, carried()) }];
  for await (const page of carried()) yield filesOfEach(page, filesOf);
}

function isCarried({ status, file }: ExportItem): boolean {
  return status === "accepted" && file.duration !== null;
}

function* captions(item: ExportItem): Generator<string> {
  yield "WEBVTT\n";
  for (const [index, { start, end, voice, text }] of cuesOf(item).entries()) {
    const shown = escaped(withoutEmptyLines(text));
    const spoken = voice === null ? shown : `<v ${escaped(voice)}>${shown}</v>`;
    yield `\n${index + 1}\n${timestamp(start)} --> ${timestamp(end)}\n${spoken}\n`;
  }
}

function cuesOf({ result, file }: ExportItem): Cue[] {
  if (!isSegments(result)) {
    const text = withoutEmptyLines(textOf(result) ?? "");
    return text === "" ? [] : [cue(0, file.duration ?? 0, null, text)];
  }
  return segmentsOf(result)
    .map(({ start, end, label, text = "" }) => cue(start, end, label, text))
    .sort((a, b) => a.start - b.start || a.end - b.end);
}

function cue(start: number, end: number, voice: string | null, text: string): Cue {
  const from = Math.round(start * 1_000);
  return { start: from, end: Math.max(from + 1, Math.round(end * 1_000)), voice, text };
}

function withoutEmptyLines(text: string): string {
  return text
    .split(/\r\n?|\n/)
    .filter((line) => line.trim() !== "")
    .join("\n");
}

function escaped(text: string): string {
  return text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;");
}

/** `hh:mm:ss.ttt`. */
function timestamp(milliseconds: number): string {
  const two = (value: number) => String(Math.floor(value)).padStart(2, "0");
  const seconds = milliseconds / 1_000;
  const rest = String(milliseconds % 1_000).padStart(3, "0");
  return `${two(seconds / 3_600)}:${two((seconds / 60) % 60)}:${two(seconds % 60)}.${rest}`;
}

function loss(item: ExportItem): string[] {
  const lost = fieldsLost(item, CARRIED);
  if (!isCarried(item)) return ["status", ...lost];
  const segments = isSegments(item.result) ? segmentsOf(item.result) : [];
  const texts = isSegments(item.result) ? segments.map(({ text = "" }) => text) : [textOf(item.result) ?? ""];
  if (segments.some(({ start, end }) => isFiner(start) || isFiner(end))) lost.push("times");
  if (texts.some((text) => withoutEmptyLines(text) !== text)) lost.push("line_breaks");
  return lost;
}

function isFiner(seconds: number): boolean {
  return Math.round(seconds * 1_000) / 1_000 !== seconds;
}
