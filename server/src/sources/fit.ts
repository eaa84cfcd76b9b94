import { LIMITS } from "../platform/limits.ts";
import type { ListedObject } from "../uploads/objects.ts";
import { describeObject, prefixOf } from "../uploads/referenced.ts";
import type { SourceRow } from "./store.ts";

/** Files of a repository that hold data, by their names. */
const DATA =
  /\.(parquet|arrow|arrows|feather|jsonl|ndjson|csv|tsv|txt|tar|zip|jpe?g|png|webp|gif|tiff?|avif|wav|mp3|flac|ogg|m4a)$/i;
/** A list that describes the files beside it. */
const METADATA = /(^|\/)metadata\.(csv|jsonl|parquet)$/;
/** As long as keys of buckets. */
const PATH_CHARACTERS = 1_024;

/**
 * Whether an object of a source becomes a file. Folders of consoles are empty objects, and an empty file is no item. By reference,
 * texts, lists and archives must be read to become items. A repository has files besides its data, such as its card.
 */
export function isFit(object: ListedObject, { kind, mode, config }: SourceRow): boolean {
  if (kind === "http_manifest") return true; // the size is known once it is fetched
  if (object.size_bytes === 0 || object.size_bytes > LIMITS.source_object_bytes) return false;
  if (kind === "huggingface" && !isData(object)) return false;
  return mode === "copy" || describeObject(object, prefixOf(config)) !== undefined;
}

function isData({ key }: ListedObject): boolean {
  return DATA.test(key) && !METADATA.test(key) && key.length <= PATH_CHARACTERS;
}
