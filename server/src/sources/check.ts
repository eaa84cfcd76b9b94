import { ServiceError } from "@assay/domain/errors.ts";
import type { Listed, ObjectStore } from "../buckets/bucket.ts";
import { isHubConfig } from "../buckets/hub-url.ts";
import type { Deps } from "../deps.ts";
import type { SourceConfig } from "../platform/database/upload-tables.ts";
import { isFit } from "./fit.ts";
import { openStore } from "./object-store.ts";
import type { SourceCheck } from "./schemas.ts";
import type { SourceRow } from "./store.ts";

/** Folders of consoles are empty objects: one with bytes should be among these. */
const OBJECTS_LISTED = 1_000;

type Check = SourceCheck["checks"][number];

/** Tries what a sync needs: lists one page of the bucket, and reads the first byte of an object. May take a minute. */
export async function checkSource(deps: Deps, source: SourceRow): Promise<SourceCheck> {
  const checks: Check[] = [];
  async function attempt<T>(operation: string, run: () => Promise<T>): Promise<T | undefined> {
    try {
      const result = await run();
      checks.push({ operation, ok: true, message: null });
      return result;
    } catch (fault) {
      if (!(fault instanceof ServiceError)) throw fault;
      checks.push({ operation, ok: false, message: fault.message });
      return undefined;
    }
  }
  const store = await attempt("connect", () => openStore(deps, source));
  try {
    if (store !== undefined) {
      const page = await attempt("list", () => listSome(store, source));
      const object = page?.find((one) => isObject(one, source));
      if (object !== undefined) await attempt("read", () => readOne(store, object));
    }
  } finally {
    store?.close();
  }
  return { ok: checks.every(({ ok }) => ok), checks };
}

async function listSome(store: ObjectStore, source: SourceRow): Promise<readonly Listed[]> {
  // Any URL will do, and a list asks the servers of its URLs.
  const { objects } = await store.list("", source.kind === "http_manifest" ? 1 : OBJECTS_LISTED);
  try {
    store.assertClock();
  } catch (fault) {
    throw new ServiceError("invalid_request", fault instanceof Error ? fault.message : String(fault));
  }
  if (!objects.some((one) => isObject(one, source)))
    throw new ServiceError("invalid_request", nothingIn(source.config));
  return objects;
}

/** Folders of consoles are empty objects; the sizes behind URLs are not known; a repository has files besides its data. */
function isObject(object: Listed, source: SourceRow): boolean {
  if (source.kind === "huggingface") return isFit(object, source);
  return source.kind === "http_manifest" || object.size_bytes > 0;
}

function nothingIn(config: SourceConfig): string {
  if ("path" in config) return `the folder ${config.path} has no file with bytes`;
  if (isHubConfig(config))
    return `none of the first ${OBJECTS_LISTED} files of ${config.url} holds data that Assay reads`;
  if ("url" in config) return "the list has no URL";
  const { bucket, prefix } = config;
  return `the bucket ${bucket} has no object${prefix === "" ? "" : ` whose key begins with ${prefix}`}`;
}

async function readOne(store: ObjectStore, object: Listed): Promise<void> {
  const { body } = await store.open(object, { start: 0, end: 0 });
  body.on("error", () => undefined).destroy();
}
