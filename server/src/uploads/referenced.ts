import { sql } from "kysely";
import { hubPlaceOf, isHubConfig } from "../buckets/hub-url.ts";
import type { Db, Tx } from "../platform/database/db.ts";
import type { SourceConfig } from "../platform/database/upload-tables.ts";
import { newId } from "../platform/ids.ts";
import { cleanFilename } from "./formats/filename.ts";
import type { ImageType } from "./formats/kind.ts";
import type { AddedObject, ListedObject } from "./objects.ts";
import { type FileRow, insertFiles, type UploadKey } from "./store.ts";

/** The prefix of the keys of a source. */
export function prefixOf(config: SourceConfig): string {
  if (isHubConfig(config)) return hubPlaceOf(config).prefix;
  return "prefix" in config ? config.prefix : "";
}

/** The types of images and recordings that browsers show, by the endings of their names. */
const TYPES: Readonly<Record<string, string>> = {
  ...{ jpg: "image/jpeg", jpeg: "image/jpeg", png: "image/png", webp: "image/webp", gif: "image/gif" },
  avif: "image/avif",
  ...{ wav: "audio/wav", mp3: "audio/mpeg", flac: "audio/flac", ogg: "audio/ogg", m4a: "audio/mp4" },
};

/** The file that an object by reference becomes, as far as its key tells. */
type Described = Pick<FileRow, "filename" | "content_type" | "medium">;

/** The name of an object's file: its key without the folder of the prefix. Throws `invalid_request` if it cannot be one. */
export function filenameIn(key: string, prefix: string): string {
  return cleanFilename(key.slice(prefix.lastIndexOf("/") + 1).replace(/^\/+/, ""));
}

/** The file of an object that is an image or a recording by its name; undefined for any other. */
export function describeObject({ key }: Pick<ListedObject, "key">, prefix: string): Described | undefined {
  const content_type = TYPES[key.split(".").at(-1)?.toLowerCase() ?? ""];
  if (content_type === undefined) return undefined;
  try {
    const medium = content_type.startsWith("image/") ? "image" : "audio";
    return { filename: filenameIn(key, prefix), content_type, medium };
  } catch {
    return undefined;
  }
}

/** Adds a file for each object, at its position. The objects have been described. */
export async function addReferences(
  tx: Tx,
  { id: upload_id, account_id, created_at }: UploadKey & { readonly created_at: Date },
  objects: readonly AddedObject[],
  prefix: string,
): Promise<void> {
  const rows = objects.flatMap((object) => {
    const described = describeObject(object, prefix);
    if (described === undefined) return [];
    const { position, size_bytes } = object;
    const row = { id: newId("file"), account_id, upload_id, position, size_bytes, created_at };
    return { ...row, ...described, sha256: null, status: "ready" as const };
  });
  await insertFiles(tx, rows);
}

/** Images by reference behind `position` whose size is not known, in order. */
export function listUnmeasured(
  db: Db,
  { id, account_id }: UploadKey,
  position: number,
  limit: number,
): Promise<FileRow[]> {
  return db
    .selectFrom("files")
    .selectAll()
    .where("account_id", "=", account_id)
    .where("upload_id", "=", id)
    .where("position", ">", position)
    .where("sha256", "is", null)
    .where("medium", "=", "image")
    .where("width", "is", null)
    .orderBy("position")
    .limit(limit)
    .execute();
}

/** What the bytes of an image tell. */
export interface Measured extends Pick<FileRow, "id"> {
  readonly content_type: ImageType;
  readonly width: number;
  readonly height: number;
}

/** Stores the sizes of images of an account. */
export async function saveMeasured(db: Db, account_id: string, images: readonly Measured[]): Promise<void> {
  if (images.length === 0) return;
  await sql`
    update files set width = image.width, height = image.height, content_type = image.content_type
    from jsonb_to_recordset(${JSON.stringify(images)}::jsonb)
      as image (id text, width integer, height integer, content_type text)
    where files.account_id = ${account_id} and files.id = image.id`.execute(db);
}
