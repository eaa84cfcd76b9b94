/**
 * Who made a delivered label: people, here or all of them elsewhere (`import`), an adjudicator, a model, the auditor who
 * corrected it, or the one who gave a known answer.
 */
export const ORIGINS = ["consensus", "adjudication", "model", "correction", "import", "gold"] as const;
export type Origin = (typeof ORIGINS)[number];

/** The model that made a label. `version` is null if its sender named none. */
export interface LabelingModel {
  readonly name: string;
  readonly version: string | null;
  readonly score: number | null;
}

/** One answer as it is exported: the annotator is a pseudonym such as `annotator_3`. */
export interface ExportAnswer {
  readonly annotator: string;
  readonly round: number;
  readonly guideline_version: number;
  /** ISO 8601, UTC. */
  readonly created_at: string;
  readonly result: unknown;
  readonly fields: Readonly<Record<string, unknown>> | null;
  /** The ids of the responses in the order that the annotator saw; absent if that is not known. */
  readonly response_order?: readonly string[];
  /** When it was given in another tool, ISO 8601, UTC; absent if it was given here, or its import did not say. */
  readonly answered_at?: string;
  /** The prediction that the annotator saw, and how much they changed it, 0 to 1; absent if they saw none. */
  readonly prediction_shown?: {
    readonly model: string;
    readonly version: string | null;
    readonly score: number | null;
    readonly distance: number;
  };
}

/** One line of `dataset.jsonl`: the lossless record that every other format is derived from. */
export interface ExportItem {
  readonly id: string;
  readonly batch_id: string;
  readonly external_id: string | null;
  readonly group: string | null;
  readonly metadata: Readonly<Record<string, unknown>>;
  readonly file: {
    readonly id: string;
    readonly filename: string;
    readonly content_type: string;
    /** Null if the file is an object of a bucket, which `etag` identifies. */
    readonly sha256: string | null;
    readonly etag?: string;
    /** Pixels of the upright image; null for other media. */
    readonly width: number | null;
    readonly height: number | null;
    /** Seconds; null for other media than audio. */
    readonly duration: number | null;
  };
  /** 1-based line or row of the file; null if the file is one item. */
  readonly line: number | null;
  readonly text: string | null;
  /** The messages, and the responses to the last of them, if the item is a conversation. */
  readonly conversation: Conversation | null;
  readonly status: "open" | "accepted" | "excluded";
  readonly excluded_reason: string | null;
  /** The delivered label; null if there is none. */
  readonly result: unknown;
  readonly fields: Readonly<Record<string, unknown>> | null;
  /** Share of the answers behind the result, 0 to 1. */
  readonly support: number | null;
  /** The source of the delivered label. */
  readonly origin: Origin | null;
  /** Only where `origin` is `model`: who made the label, and how sure it was, 0 to 1. */
  readonly model?: LabelingModel;
  readonly answers: readonly ExportAnswer[];
  /** The item of a version of a dataset that was copied, only in the batch that certifies the version. */
  readonly copy_of?: { readonly item_id: string; readonly batch_id: string };
  /** Only in versions of a dataset, and in the batches that certify them. */
  readonly split?: "train" | "validation" | "test";
}

export interface ExportContext {
  readonly project: {
    readonly id: string;
    readonly name: string;
    readonly annotation_type: string;
    readonly type_options: Readonly<Record<string, unknown>>;
    /** The categories that are relation types; absent if there are none, and in datasets of versions before there were any. */
    readonly relation_types?: readonly string[];
  };
  /** Label names in category order: the first is category 1. Stable over rounds and formats. */
  readonly categories: readonly string[];
  readonly certified: boolean;
  /**
   * True adds the images to the files of the export; formats with a folder of images per class always have
   * them.
   */
  readonly media: boolean;
  /** The identifier of the Hub for the license that the owner gives the dataset; undefined if none is stated. */
  readonly license?: string | undefined;
}

/**
 * One step of a conversation, in the form of OpenAI's chat completions: `tool_calls` are `{id, type: "function", function: {name,
 * arguments}}` with the arguments as JSON in a string, and the result of a call is a message of the role `tool` with its
 * `tool_call_id`. Other fields are kept as they are.
 */
export interface Message {
  readonly role: string;
  /** A text, or parts such as `{type: "text", text}` and `{type: "image_url", image_url: {url}}`; null or absent beside tool calls. */
  readonly content?: string | readonly unknown[] | null;
  readonly name?: string | null;
  readonly tool_calls?: readonly unknown[] | null;
  readonly tool_call_id?: string | null;
  readonly [more: string]: unknown;
}

/** The messages of people and models, and the candidate responses. */
export interface Conversation {
  readonly messages: readonly Message[];
  readonly responses?: readonly { readonly id: string; readonly text: string; readonly model?: string }[];
}

/** Items in their order, some at a time: a page may be empty. An `await` for each item would cost more than most of them take to write. */
export type Pages = AsyncIterable<readonly ExportItem[]>;

/** Reads the items again with each call. */
export type Items = () => Pages;

/** Text and bytes; what is there at once is written sooner. */
export type Chunks = Iterable<string | Uint8Array> | AsyncIterable<string | Uint8Array>;

/**
 * One file of an export: text or bytes generated chunk by chunk, or an item's image or recording, of which images are
 * upright whatever their EXIF orientation was.
 * Each text chunk must be well-formed by itself. Short texts are joined before they are written, bytes are
 * not, so yield bytes in large chunks.
 */
export type ExportFile =
  | { readonly path: string; readonly content: Chunks }
  | { readonly path: string; readonly media: Pick<ExportItem["file"], "id" | "sha256" | "content_type"> };

/**
 * One export format. `files` is pure: it reads `items()` as often as it needs (each call gives the same
 * sequence) and yields its files in a fixed order, some at a time, so that the same items give the same bytes. Consume a
 * file's content before you ask for the next file.
 *
 * Formats that number labels throw a RangeError, which names item and label, for a label outside
 * `categories`. A result that is not of the project's type is a TypeError.
 */
export interface Format {
  readonly name: string;
  readonly aliases: readonly string[];
  /** Canonical annotation types that the format supports. */
  readonly types: readonly string[];
  readonly media_type: string;
  /** Without a dot, such as `coco.json`; `zip` if the format has many files. */
  readonly extension: string;
  /** True if `files` without media yields exactly one file, which can be served alone. */
  readonly single: boolean;
  readonly files: (context: ExportContext, items: Items) => AsyncIterable<Iterable<ExportFile>>;
  /**
   * The parts of `item` that this format omits, for `loss.json`: the paths of fields (`metadata`,
   * `file.sha256`), and of parts of the result (`rotation`, `attributes`, `spans`, `relations`). `status`
   * says that the whole item is omitted. A field that the item does not have is never named. Without a
   * project, it has no `type_options`.
   */
  readonly loss: (
    item: ExportItem,
    project?: Pick<ExportContext["project"], "type_options">,
  ) => readonly string[];
}
