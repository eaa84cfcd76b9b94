import type { ExportContext, ExportFile, ExportItem, Format } from "../src/formats/format.ts";

/** An accepted item with an image of 200 by 100 pixels; `changes` replaces what a test is about. */
export function givenItem(changes: Partial<ExportItem> = {}): ExportItem {
  return {
    id: "item_1",
    batch_id: "batch_1",
    external_id: null,
    group: null,
    metadata: {},
    file: {
      id: "file_1",
      filename: "street.jpg",
      content_type: "image/jpeg",
      sha256: "aa11",
      width: 200,
      height: 100,
      duration: null,
    },
    line: null,
    text: null,
    conversation: null,
    status: "accepted",
    excluded_reason: null,
    result: null,
    fields: null,
    support: 1,
    origin: "consensus",
    answers: [],
    ...changes,
  };
}

/** An accepted item with a recording of an hour and some. */
export function givenRecording(result: unknown, changes: Partial<ExportItem> = {}): ExportItem {
  const item = givenItem({ result, ...changes });
  const audio = {
    filename: "call 1.wav",
    content_type: "audio/wav",
    width: null,
    height: null,
    duration: 3725.5,
  };
  return { ...item, file: { ...item.file, ...audio } };
}

/** An accepted item that is a line of a text file. */
export function givenText(text: string, changes: Partial<ExportItem> = {}): ExportItem {
  const file = {
    id: "file_1",
    filename: "reviews.jsonl",
    content_type: "application/x-ndjson",
    sha256: "bb22",
    width: null,
    height: null,
    duration: null,
  };
  return givenItem({ file, line: 1, text, ...changes });
}

/** An accepted item that is a conversation with two responses. */
export function givenConversation(changes: Partial<ExportItem> = {}): ExportItem {
  const messages = [{ role: "user", content: "What is it?" }];
  const responses = [
    { id: "a", text: "A dog." },
    { id: "b", text: "A cat.", model: "small" },
  ];
  return givenText("", { text: null, conversation: { messages, responses }, ...changes });
}

const TYPE_OPTIONS: Readonly<Record<string, Readonly<Record<string, unknown>>>> = {
  keypoint: { keypoints: ["nose", "tail"], skeleton: [["nose", "tail"]] },
};

export function givenContext(
  annotation_type: string,
  categories: readonly string[],
  changes: Partial<ExportContext> = {},
): ExportContext {
  const project = {
    id: "project_1",
    name: "Streets",
    annotation_type,
    type_options: TYPE_OPTIONS[annotation_type] ?? {},
  };
  return { project, categories, certified: true, media: false, ...changes };
}

/** The files that `format` makes, by path: their text, or the digest of the medium after `media:`. */
export async function exported(
  format: Format,
  context: ExportContext,
  items: readonly ExportItem[],
): Promise<Record<string, string>> {
  const files = await exportedBytes(format, context, items);
  return Object.fromEntries(Object.entries(files).map(([path, bytes]) => [path, bytes.toString()]));
}

/** The same files as bytes. */
export async function exportedBytes(
  format: Format,
  context: ExportContext,
  items: readonly ExportItem[],
): Promise<Record<string, Buffer>> {
  async function* pages() {
    yield [];
    for (let at = 0; at < items.length; at += 2) yield items.slice(at, at + 2);
  }
  const files: [string, Buffer][] = [];
  for await (const page of format.files(context, pages))
    for (const file of page) files.push([file.path, await bytesOf(file)]);
  if (new Set(files.map(([path]) => path)).size < files.length) throw new Error("two files have one path");
  return Object.fromEntries(files);
}

async function bytesOf(file: ExportFile): Promise<Buffer> {
  if ("media" in file) return Buffer.from(`media:${file.media.sha256}`);
  const chunks: Buffer[] = [];
  for await (const chunk of file.content) chunks.push(Buffer.from(chunk));
  return Buffer.concat(chunks);
}
