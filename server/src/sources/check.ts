import { ServiceError } from "@assay/domain/errors.ts";
import type { Bucket, Listed } from "../buckets/bucket.ts";
import type { Deps } from "../deps.ts";
import type { SourceCheck } from "./schemas.ts";
import type { SourceRow } from "./store.ts";

/** Folders of consoles are empty objects: one with bytes should be among these. */
const OBJECTS_LISTED = 1_000;

type Check = SourceCheck["checks"][number];

/** Tries what a sync needs: lists one page of the bucket, and reads the first byte of an object. May take a minute. */
export async function checkSource(deps: Deps, source: SourceRow): Promise<SourceCheck> {
  const { openBucket } = await import("../buckets/bucket.ts"); // the AWS SDK takes time and memory to load
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
  const bucket = await attempt("connect", async () => openBucket(deps, source));
  try {
    if (bucket !== undefined) {
      const page = await attempt("list", () => listSome(bucket, source));
      const object = page?.find(({ size_bytes }) => size_bytes > 0);
      if (object !== undefined) await attempt("read", () => readOne(bucket, object));
    }
  } finally {
    bucket?.close();
  }
  return { ok: checks.every(({ ok }) => ok), checks };
}

async function listSome(bucket: Bucket, { config }: SourceRow): Promise<readonly Listed[]> {
  const { objects } = await bucket.list("", OBJECTS_LISTED);
  try {
    bucket.assertClock();
  } catch (fault) {
    throw new ServiceError("invalid_request", fault instanceof Error ? fault.message : String(fault));
  }
  if (!objects.some(({ size_bytes }) => size_bytes > 0))
    throw new ServiceError(
      "invalid_request",
      `the bucket ${config.bucket} has no object${config.prefix === "" ? "" : ` whose key begins with ${config.prefix}`}`,
    );
  return objects;
}

async function readOne(bucket: Bucket, object: Listed): Promise<void> {
  const { body } = await bucket.open(object, { start: 0, end: 0 });
  body.on("error", () => undefined).destroy();
}
