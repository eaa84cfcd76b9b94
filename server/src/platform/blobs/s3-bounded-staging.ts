import { randomUUID } from "node:crypto";
import { Readable } from "node:stream";
import type { StagedBlob } from "./blobs.ts";
import { dayOf, type StageStream } from "./s3-staging.ts";
import { contentOf, limited, type PartObjects, partBytes, turns } from "./s3-unfinished.ts";

/** Files that gather whole parts of 8 MiB at a time, three each. */
const AT_ONCE = 4;
/** The same for files that are copied: the store sets the pace, so that no slow sender delays others. */
const COPIES_AT_ONCE = 3;

/**
 * Stages files so that the memory of all together has a bound: S3 takes no parts below 5 MiB. While four files are staged, others
 * are first stored in smaller objects, whose names begin with a day, and then copied; the sweep removes what is left of a
 * day that has passed. One that ends within its first part is stored at once.
 *
 * A file without a limit, which only exports and frozen datasets have, waits for no upload.
 */
export function boundedStage(objects: Pick<PartObjects, "put" | "open" | "remove" | "stage">): StageStream {
  let staging = 0;
  let gathering = 0;
  const inTurn = turns(COPIES_AT_ONCE);
  const limitless = Number.POSITIVE_INFINITY;

  /** A file that fits one part is staged; the parts of others are added to `parts`. */
  async function gather(
    source: AsyncIterable<Uint8Array>,
    limitBytes: number,
    parts: { readonly name: string }[],
  ): Promise<StagedBlob | undefined> {
    const file = `${dayOf(new Date())}/${randomUUID()}`;
    let pending: Uint8Array[] = [];
    let bytes = 0;
    async function store(): Promise<void> {
      const name = `${file}.${randomUUID()}`;
      parts.push({ name }); // before the request: one that failed may have stored it
      await objects.put(name, Buffer.concat(pending));
      pending = [];
      bytes = 0;
    }
    gathering += 1;
    try {
      for await (const chunk of limited(source, limitBytes)) {
        pending.push(chunk);
        bytes += chunk.length;
        if (bytes >= partBytes(gathering)) await store();
      }
      if (parts.length === 0) return await objects.stage(Readable.from(pending), limitless);
      if (bytes > 0) await store();
      return undefined;
    } finally {
      gathering -= 1;
    }
  }

  return async (source, limitBytes) => {
    if (limitBytes === limitless) return objects.stage(source, limitBytes);
    if (staging < AT_ONCE) {
      staging += 1;
      return objects.stage(source, limitBytes).finally(() => {
        staging -= 1;
      });
    }
    const parts: { readonly name: string }[] = [];
    try {
      const staged = await gather(source, limitBytes, parts);
      return staged ?? (await inTurn(() => objects.stage(contentOf(objects, parts), limitless)));
    } finally {
      await objects.remove(parts.map(({ name }) => name)).catch(() => undefined); // the sweep removes what stays
    }
  };
}
