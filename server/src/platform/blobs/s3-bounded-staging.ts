import { randomUUID } from "node:crypto";
import type { UnfinishedPart } from "../database/upload-tables.ts";
import type { Blobs, StagedBlob, UnfinishedFiles } from "./blobs.ts";
import { dayOf } from "./s3-staging.ts";

/** Files that gather whole parts of 8 MiB at a time, three each. */
const AT_ONCE = 4;

interface Ways {
  /** Stages a file in parts of 8 MiB. */
  readonly inParts: Blobs["stage"];
  /** Small objects, whose names begin with a day; the sweep removes what is left of a day that has passed. */
  readonly unfinished: Pick<UnfinishedFiles, "append" | "stage" | "drop">;
}

/**
 * Stages files so that the memory of all together has a bound. S3 takes no parts below 5 MiB, so that 100 slow senders took
 * 500 MB. While four files are staged, others are first stored like unfinished ones, in small objects.
 */
export function boundedStage({ inParts, unfinished }: Ways): Blobs["stage"] {
  let staging = 0;
  let turn: Promise<unknown> = Promise.resolve();
  /** One at a time: the store sets the pace, so that no slow sender delays others. */
  async function copied(parts: readonly UnfinishedPart[]): Promise<StagedBlob> {
    const copying = turn.then(() => unfinished.stage(parts));
    turn = copying.catch(() => undefined);
    return copying;
  }
  return async (source, limitBytes) => {
    if (staging < AT_ONCE) {
      staging += 1;
      return inParts(source, limitBytes).finally(() => {
        staging -= 1;
      });
    }
    let parts: readonly UnfinishedPart[] = [];
    const note = async (stored: readonly UnfinishedPart[]): Promise<void> => {
      parts = stored;
    };
    try {
      const file = { name: `${dayOf(new Date())}/${randomUUID()}`, parts };
      const appended = await unfinished.append(file, source, limitBytes, note);
      ({ parts } = appended);
      if (appended.fault !== undefined) throw appended.fault;
      return await copied(parts);
    } finally {
      await unfinished.drop(parts).catch(() => undefined); // the sweep removes what stays
    }
  };
}
