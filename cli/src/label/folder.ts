import { constants } from "node:fs";
import { access, readdir, realpath, stat } from "node:fs/promises";
import { join, relative, sep } from "node:path";
import type { AnnotationType, Medium } from "@assay/domain/types/annotation-type.ts";

/** What a file is by its name; JSONL and CSV hold texts, or conversations. */
export type Kind = "image" | "audio" | "text";

/** In the order in which a folder of several kinds is taken for one: texts beside photographs are about them. */
const KINDS: Readonly<Record<Kind, { readonly names: RegExp; readonly says: string }>> = {
  image: { names: /\.(jpe?g|png|webp|gif|tiff?|avif)$/i, says: "images (jpg, png, webp, gif, tiff, avif)" },
  audio: { names: /\.(wav|mp3|flac|ogg|opus|m4a)$/i, says: "recordings (wav, mp3, flac, ogg, m4a)" },
  text: { names: /\.(txt|md|jsonl|ndjson|csv)$/i, says: "texts (txt, md, jsonl, csv)" },
};

/** A folder whose files are to be labelled. */
export interface Folder {
  /** Absolute, with links followed. */
  readonly path: string;
  /** By kind: paths from the folder, with slashes, in order. */
  readonly files: ReadonlyMap<Kind, readonly string[]>;
  /** How many files are of no kind. */
  readonly others: number;
}

/**
 * What is in a folder and the folders in it, but for hidden ones. Throws, in words for whoever named it, where it is
 * none, cannot be read or cannot be written to, since the labels go there.
 */
export async function openFolder(named: string): Promise<Folder> {
  const found = await stat(named).catch(() => undefined);
  if (found === undefined) throw new Error(`there is no folder ${named}`);
  if (!found.isDirectory()) throw new Error(`${named} is not a folder`);
  await access(named, constants.W_OK).catch((cause: unknown) => {
    throw new Error(`${named} must be writable: the labels go there`, { cause });
  });
  const path = await realpath(named);
  const names = await listFiles(path).catch((cause: unknown) => {
    throw new Error(`${named} cannot be read: ${cause instanceof Error ? cause.message : cause}`, { cause });
  });
  const files = new Map<Kind, string[]>();
  for (const name of names) {
    const kind = kindOf(name);
    if (kind !== undefined) files.set(kind, [...(files.get(kind) ?? []), name]);
  }
  const known = [...files.values()].reduce((sum, { length }) => sum + length, 0);
  return { path, files, others: names.length - known };
}

/** The kind that a folder is taken for; throws where it holds none. */
export function mainKind({ files, others }: Folder, named: string): Kind {
  const kind = (Object.keys(KINDS) as Kind[]).find((each) => files.has(each));
  if (kind !== undefined) return kind;
  const taken = Object.values(KINDS).map(({ says }) => says);
  throw new Error(
    `${named} ${others === 0 ? "is empty" : `contains no file that can be labelled (${others} other files)`}: ` +
      `put ${taken.slice(0, -1).join(", ")} or ${taken.at(-1)} there`,
  );
}

/** The kind of file that a type is about, the folder's own where it takes several. */
export function kindFor({ media }: AnnotationType, main: Kind): Kind {
  const kinds = media.map((medium: Medium) => (medium === "conversation" ? "text" : medium));
  return kinds.includes(main) ? main : (kinds[0] ?? main);
}

/** Whether bytes that the service found to be of `content_type` are of the kind that their name says. */
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

async function listFiles(path: string): Promise<string[]> {
  const entries = await readdir(path, { withFileTypes: true, recursive: true });
  const names = entries
    .filter((entry) => entry.isFile() || entry.isSymbolicLink())
    .map(({ parentPath, name }) => relative(path, join(parentPath, name)).split(sep).join("/"))
    .filter((name) => !name.split("/").some((step) => step.startsWith(".")));
  return names.sort((a, b) => a.localeCompare(b, "en", { numeric: true }));
}
