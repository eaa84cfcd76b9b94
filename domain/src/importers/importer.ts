import type { Conversation } from "../formats/format.ts";
import type { LabelInput } from "../labels.ts";
import type { Table } from "./table.ts";

/** Pixels of an upright image. */
export interface Size {
  readonly width: number;
  readonly height: number;
}

/** The files of a foreign dataset. */
export interface Folder {
  /** POSIX paths from the top, sorted. */
  readonly paths: readonly string[];
  /** The content of a file as UTF-8 without a byte order mark. */
  readonly text: (path: string) => Promise<string>;
  /** The rows of a CSV, TSV or Parquet file. Throws an ImportFault, as its `rows` do, for a file that cannot be read as one. */
  readonly table: (path: string) => Promise<Table>;
  /** The size of the image that a dataset names, by its path or name; null if there is no such image. */
  readonly size: (name: string) => Promise<Size | null>;
}

/** One answer or prediction of a foreign dataset, as a result of the dataset's annotation type. */
export interface ForeignAnswer {
  /** Null if the dataset does not say who answered. */
  readonly annotator: string | null;
  /** RFC 3339; null if the dataset does not say when. */
  readonly answered_at: string | null;
  /** The time that the annotator took; null if the dataset does not say. */
  readonly active_ms: number | null;
  /** The model of a prediction; null for an answer of a person. */
  readonly model: string | null;
  /** 0 to 1; null if there is none. */
  readonly score: number | null;
  /** True for an answer that the dataset knows to be right. */
  readonly is_known?: boolean;
  readonly result: unknown;
}

/** One item of a foreign dataset: a file, a text or a conversation. */
export interface ForeignItem {
  /** Where it stands, such as `instances.json: images[3]`. */
  readonly at: string;
  /** The path or name of its image or recording. */
  readonly media: string | null;
  /** Its name in the folder of the dataset, if it is another one there. */
  readonly exported_media?: string;
  /** The bytes of `media` if the dataset's file holds them, valid until the next item is asked for. */
  readonly content?: Uint8Array;
  readonly text: string | null;
  /** Then `media` and `text` are null. */
  readonly conversation?: Conversation;
  readonly external_id: string | null;
  readonly metadata: Readonly<Record<string, unknown>>;
  readonly answers: readonly ForeignAnswer[];
  /** What of this item Assay cannot hold, such as `iscrowd`; a name for each kind. */
  readonly lost: readonly string[];
}

/** A part of the dataset that cannot be read; the others can. */
export interface ForeignFault {
  readonly at: string;
  readonly fault: string;
}

/** What a dataset says of the project that it comes from. */
export interface ForeignProject {
  readonly name: string | null;
  /** Markdown. */
  readonly instructions: string | null;
  /** In the order of the project, with their colors, hotkeys and attributes. */
  readonly labels: readonly LabelInput[];
  /** What of the project Assay cannot hold; a name for each part. */
  readonly lost: readonly string[];
}

/** What an importer found. */
export interface ForeignDataset {
  /** The canonical annotation type. */
  readonly annotation_type: string;
  /** In the order of the dataset's categories. */
  readonly labels: readonly string[];
  /** The names of relations, where no span has one of them. */
  readonly relation_types?: readonly string[];
  readonly type_options: Readonly<Record<string, unknown>>;
  /** Absent if the dataset says nothing of its project. */
  readonly project?: ForeignProject;
  readonly items: () => AsyncIterable<ForeignItem | ForeignFault>;
}

/** Reads the datasets of one foreign format. */
export interface Importer {
  readonly name: string;
  readonly aliases: readonly string[];
  /** Canonical annotation types that it reads. */
  readonly types: readonly string[];
  /**
   * Reads what the dataset says of itself; `type` is the wanted annotation type where the dataset can be read as several, and `columns`
   * names the columns of tables by what they mean (`Role`). Throws an ImportFault if there is no such dataset in the folder, or it
   * cannot be read as `type`.
   */
  readonly read: (
    folder: Folder,
    type?: string,
    columns?: Readonly<Record<string, string>>,
  ) => Promise<ForeignDataset>;
}

/** A dataset cannot be read; the message names file and place, and says how to mend it where that is known. */
export class ImportFault extends Error {
  override readonly name = "ImportFault";

  constructor(at: string, fault: string, options?: ErrorOptions) {
    super(`${at}: ${fault}`, options);
  }
}

/** Runs `read` for the part at `at`; its ImportFault becomes a part that cannot be read. */
export async function partOf(
  at: string,
  read: () => ForeignItem | Promise<ForeignItem>,
): Promise<ForeignItem | ForeignFault> {
  try {
    return await read();
  } catch (thrown) {
    if (!(thrown instanceof ImportFault)) throw thrown;
    return {
      at,
      fault: thrown.message.startsWith(`${at}: `) ? thrown.message.slice(at.length + 2) : thrown.message,
    };
  }
}

/** An answer without a name and a time. */
export function answerOf(result: unknown, rest: Partial<ForeignAnswer> = {}): ForeignAnswer {
  return { annotator: null, answered_at: null, active_ms: null, model: null, score: null, ...rest, result };
}

/** The type to read as: the wanted one if the importer reads it, else `found`. Throws an ImportFault. */
export function typeToRead(
  { name, types }: Pick<Importer, "name" | "types">,
  wanted: string | undefined,
  found: string,
): string {
  if (wanted === undefined) return found;
  if (types.includes(wanted)) return wanted;
  throw new ImportFault(name, `cannot be read as ${wanted}; it can as ${types.join(", ")}`);
}
