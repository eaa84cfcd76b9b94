import { constants } from "node:fs";
import { access, realpath, stat } from "node:fs/promises";
import { AUDIO_NAME } from "@assay/domain/importers/media-names.ts";
import type { AnnotationType, Medium } from "@assay/domain/types/annotation-type.ts";
import { listFiles } from "../files.ts";

/** The kind of a file by its name; JSONL and CSV contain texts or conversations. */
export type Kind = "image" | "audio" | "text";

/** In order of precedence for folders with several kinds: texts beside photographs usually describe them. */
const KINDS: Readonly<Record<Kind, { readonly names: RegExp; readonly says: string }>> = {
  image: { names: /\.(jpe?g|png|webp|gif|tiff?|avif)$/i, says: "images (jpg, png, webp, gif, tiff, avif)" },
  audio: { names: AUDIO_NAME, says: "recordings (wav, mp3, flac, ogg, m4a)" },
  text: { names: /\.(txt|md|jsonl|ndjson|csv)$/i, says: "texts (txt, md, jsonl, csv)" },
};

/** A folder with files to label. */
export interface Folder {
  /** Absolute, with symbolic links resolved. */
  readonly path: string;
  /** By kind: sorted paths relative to the folder, with slashes. */
  readonly files: ReadonlyMap<Kind, readonly string[]>;
  /** The number of files of no known kind. */
  readonly others: number;
}

/**
 * Lists the files in a folder and its subfolders, except hidden ones. Throws a clear error if it is not a folder, is
 * not readable, or is not writable, because the labels are written there.
 */
export async function openFolder(named: string): Promise<Folder> {
  const found = await stat(named).catch(() => undefined);
  if (found === undefined) throw new Error(`there is no folder ${named}`);
  if (!found.isDirectory()) throw new Error(`${named} is not a folder`);
  await access(named, constants.W_OK).catch((cause: unknown) => {
    throw new Error(`${named} must be writable: the labels go there`, { cause });
  });
  const path = await realpath(named);
  const names = await listFiles(path, { withLinks: true }).catch((cause: unknown) => {
    throw new Error(`${named} cannot be read: ${cause instanceof Error ? cause.message : cause}`, { cause });
  });
  names.sort((a, b) => a.localeCompare(b, "en", { numeric: true }));
  const files = new Map<Kind, string[]>();
  for (const name of names) {
    const kind = kindOf(name);
    if (kind !== undefined) files.set(kind, [...(files.get(kind) ?? []), name]);
  }
  const known = [...files.values()].reduce((sum, { length }) => sum + length, 0);
  return { path, files, others: names.length - known };
}

/** The kind to label in a folder; throws if there is none. */
export function mainKind({ files, others }: Folder, named: string): Kind {
  const kind = (Object.keys(KINDS) as Kind[]).find((each) => files.has(each));
  if (kind !== undefined) return kind;
  const taken = Object.values(KINDS).map(({ says }) => says);
  throw new Error(
    `${named} ${others === 0 ? "is empty" : `contains no file that can be labeled (${others} other files)`}: ` +
      `put ${taken.slice(0, -1).join(", ")} or ${taken.at(-1)} there`,
  );
}

/** The kind of files that a type is for; the folder's own kind if the type accepts several. */
export function kindFor({ media }: AnnotationType, main: Kind): Kind {
  const kinds = media.map((medium: Medium) => (medium === "conversation" ? "text" : medium));
  return kinds.includes(main) ? main : (kinds[0] ?? main);
}

/** Whether the content type that the service detected matches the kind of the file's name. */
export function isOfKind(kind: Kind, content_type: string): boolean {
  const isMedia = /^(image|audio)\//.exec(content_type)?.[1];
  return kind === "text" ? isMedia === undefined : isMedia === kind;
}

/** "1 image", "12 recordings". */
export function sayFiles(count: number, kind: Kind): string {
  const noun = { image: "image", audio: "recording", text: "text file" }[kind];
  return `${count} ${noun}${count === 1 ? "" : "s"}`;
}

function kindOf(name: string): Kind | undefined {
  return (Object.keys(KINDS) as Kind[]).find((kind) => KINDS[kind].names.test(name));
}
