import { findAnnotationType } from "../types/registry.ts";
import { decoded, fileNameIn } from "./addresses.ts";
import { conversationIn, responsesIn } from "./conversation.ts";
import { type ForeignItem, ImportFault } from "./importer.ts";
import { isJsonObject, type JsonObject, textAt } from "./json-value.ts";
import type { Context, Pair } from "./label-studio-region.ts";

type Source = Pick<
  ForeignItem,
  "media" | "exported_media" | "text" | "conversation" | "external_id" | "metadata"
>;

const TEXT_TYPES = new Set(["named_entity_recognition", "text_classification"]);

/** The item of a task at `at`: what its `data` show to the annotator, and what is said of it. Throws an ImportFault. */
export function sourceOf(
  at: string,
  task: JsonObject,
  data: JsonObject,
  reading: Pick<Context, "type" | "pair">,
): Source {
  const shown = shownIn(at, data, reading);
  const ours = isJsonObject(task.meta) && isJsonObject(task.meta.assay) ? task.meta.assay : undefined;
  const others = Object.entries(data).filter(([name]) => !shown.keys.includes(name));
  if (ours === undefined) {
    // What the annotator saw stays under its own name; `meta` may say another thing under it.
    const said = Object.entries(isJsonObject(task.meta) ? task.meta : {});
    const taken = new Set(others.map(([name]) => name));
    const metadata = Object.fromEntries([
      ...others,
      ...said.map(([name, value]) => [taken.has(name) ? `meta.${name}` : name, value]),
    ]);
    return { ...shown.source, external_id: task.id === undefined ? null : String(task.id), metadata };
  }
  const { external_id, id, file, metadata } = ours;
  const name = isJsonObject(file) && typeof file.filename === "string" ? file.filename : null;
  const { media } = shown.source;
  return {
    ...shown.source,
    // So the file is called in the batch that was exported.
    ...(media !== null && name !== null ? { media: name, exported_media: media } : {}),
    external_id: typeof external_id === "string" ? external_id : typeof id === "string" ? id : null,
    metadata: isJsonObject(metadata) ? metadata : {},
  };
}

interface Shown {
  readonly source: Pick<Source, "media" | "text" | "conversation">;
  /** Of `data`. */
  readonly keys: readonly string[];
}

function shownIn(at: string, data: JsonObject, { type, pair }: Pick<Context, "type" | "pair">): Shown {
  if (type === "ranking" && pair !== undefined) return pairIn(at, data, pair);
  const talk = takesConversations(type) ? conversationOf(data) : undefined;
  if (talk !== undefined)
    return { source: { media: null, text: null, conversation: talk.conversation }, keys: talk.keys };
  const [key, source] = textOrFile(at, data, type);
  const isText = key === "text" || (TEXT_TYPES.has(type) && !looksLikeFile(source));
  return { source: { media: isText ? null : fileOf(source), text: isText ? source : null }, keys: [key] };
}

function takesConversations(type: string): boolean {
  return findAnnotationType(type)?.media.includes("conversation") ?? false;
}

/** A dialogue, or the first text, with the responses that annotators compare; undefined if there is neither. */
function conversationOf(data: JsonObject) {
  const keys = Object.keys(data);
  const listed = keys.find((key) => responsesIn(data[key]) !== undefined);
  const responses = listed === undefined ? undefined : responsesIn(data[listed]);
  const spoken = keys.find((key) => key !== listed && conversationIn(data[key]) !== undefined);
  const asked = responses && keys.find((key) => typeof data[key] === "string");
  const messages =
    spoken !== undefined
      ? conversationIn(data[spoken])?.messages
      : asked !== undefined
        ? [{ role: "user", content: String(data[asked]) }]
        : undefined;
  if (messages === undefined) return undefined;
  const conversation = { messages, ...(responses === undefined ? {} : { responses }) };
  return { conversation, keys: [spoken ?? asked, listed].filter((key) => key !== undefined) };
}

/** The two responses that a `<Pairwise>` compares, and the dialogue or the text that they respond to. */
function pairIn(at: string, data: JsonObject, pair: Pair): Shown {
  const responses = pair.map((id) => ({ id, text: textAt(`${at}.data.${id}`, data[id]) }));
  if (responses.some(({ text }) => looksLikeFile(text)))
    throw new ImportFault(`${at}.data`, "compares files, and a ranking compares texts");
  const others = [...PROMPTS, ...Object.keys(data)].filter((key) => !pair.includes(key));
  const spoken = others.find((key) => conversationIn(data[key]) !== undefined);
  const asked = others.find((key) => typeof data[key] === "string" && data[key] !== "");
  const key = spoken ?? asked;
  if (key === undefined) throw new ImportFault(`${at}.data`, "has no text to which the two texts respond");
  const messages = conversationIn(data[key])?.messages ?? [{ role: "user", content: String(data[key]) }];
  const conversation = { messages, responses };
  return { source: { media: null, text: null, conversation }, keys: [key, ...pair] };
}

/** The usual keys of the text to which responses respond. */
const PROMPTS = ["prompt", "question", "instruction"];

/** What is annotated: the member of `data` of the usual name, else its first text. */
function textOrFile(at: string, data: JsonObject, type: string): readonly [string, string] {
  const usual = ["image", "audio", "text", "ocr", "url"].filter((key) => typeof data[key] === "string");
  const wanted = TEXT_TYPES.has(type) ? "text" : usual[0];
  const key =
    wanted !== undefined && typeof data[wanted] === "string"
      ? wanted
      : Object.keys(data).find((name) => typeof data[name] === "string");
  if (key === undefined)
    throw new ImportFault(
      `${at}.data`,
      `has no text and no address of an image or recording${
        takesConversations(type) ? ", and no list of messages with `role` and `content`" : ""
      }`,
    );
  return [key, textAt(`${at}.data.${key}`, data[key])];
}

function looksLikeFile(source: string): boolean {
  return /^([a-z0-9]+:\/\/|\/data\/)\S+$/i.test(source);
}

/** `/data/upload/1/0a1b2c3d-cat.jpg`, `/data/local-files/?d=cats/cat.jpg`, `s3://bucket/cats/cat.jpg` or a path. */
function fileOf(source: string): string {
  const local = /[?&]d=([^&]+)/.exec(source)?.[1];
  if (local !== undefined) return decoded(local);
  const upload = /^\/data\/upload\/(?:\d+\/)?(?:[0-9a-f]{8}-)?(.+)$/.exec(source)?.[1];
  if (upload !== undefined) return decoded(upload);
  const bucket = /^(?:s3|gs|azure-blob):\/\/[^/]+\/(.+)$/.exec(source)?.[1];
  if (bucket !== undefined) return bucket;
  return /^https?:/.test(source) ? fileNameIn(source) : source;
}
