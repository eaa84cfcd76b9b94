import { ServiceError } from "@assay/domain/errors.ts";
import { FetchError } from "./fetch.ts";

/** How an upload handles a file or line that cannot be an item: fail completely, or skip it. */
export type OnError = "fail" | "skip";

/** A skipped file or line. */
export interface Skip {
  /** The name of the file, or the URL that gave no file. */
  readonly filename: string;
  /** Null for a whole file. */
  readonly line: number | null;
  /** Why it cannot be an item. */
  readonly reason: string;
}

/** Everything that an upload has skipped so far. */
export interface Skips {
  /** Whether the upload skips this fault: false for faults that are not the sender's. */
  readonly allows: (fault: unknown) => fault is Error;
  /** Records a skip. Throws the fault if the upload does not allow it, and past 10,000 skips. */
  readonly add: (filename: string, line: number | null, fault: unknown) => void;
  /** Records a whole file that never becomes an item, also if the upload skips no faults. Throws past 10,000 skips. */
  readonly leaveOut: (filename: string, why: string) => void;
  readonly all: readonly Skip[];
}

/** The list of skips must be small enough to be read and stored at once. */
const MAX_SKIPPED = 10_000;

/** The skips of an upload, behind those that are `known`. */
export function createSkips(onError: OnError, known: readonly Skip[] = []): Skips {
  const all: Skip[] = [...known];
  const allows = (fault: unknown): fault is Error => onError === "skip" && isSendersFault(fault);
  const record = (skip: Skip): void => {
    if (all.length === MAX_SKIPPED) throw tooManySkipped(all);
    all.push(skip);
  };
  return {
    all,
    allows,
    add(filename, line, fault) {
      if (!allows(fault)) throw fault;
      record({ filename, line, reason: fault.message });
    },
    leaveOut: (filename, why) => record({ filename, line: null, reason: `${filename} ${why}` }),
  };
}

/** The refusal of an upload in which nothing is left. */
export function nothingLeft({ all: [first, ...others] }: Skips): ServiceError {
  const more = others.length === 0 ? "" : ` (and ${others.length} more)`;
  return new ServiceError("invalid_request", `nothing can be used: ${first?.reason}${more}`);
}

function isSendersFault(fault: unknown): boolean {
  if (fault instanceof ServiceError) return ["invalid_request", "checksum_mismatch"].includes(fault.code);
  return fault instanceof FetchError;
}

function tooManySkipped([first]: readonly Skip[]): ServiceError {
  return new ServiceError(
    "invalid_request",
    `more than ${MAX_SKIPPED} files and lines cannot be used; the first: ${first?.reason}`,
  );
}
