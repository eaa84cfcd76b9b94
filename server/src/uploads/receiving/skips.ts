import { ServiceError } from "@assay/domain/errors.ts";
import { FetchError } from "./fetch.ts";

/** What an upload does with a file or line that cannot be an item: refuse everything, or leave it out. */
export type OnError = "fail" | "skip";

/** A file or line that was left out. */
export interface Skip {
  /** The name of the file, or the URL where no file came. */
  readonly filename: string;
  /** Null for a whole file. */
  readonly line: number | null;
  /** What an upload that leaves nothing out would be refused with. */
  readonly reason: string;
}

/** What an upload has left out so far. */
export interface Skips {
  /** Whether the upload leaves out what has this fault: false for faults that are not the sender's. */
  readonly allows: (fault: unknown) => fault is Error;
  /** Notes what is left out. Throws the fault where the upload does not allow it, and past 10,000. */
  readonly add: (filename: string, line: number | null, fault: unknown) => void;
  readonly all: readonly Skip[];
}

/** The list of everything left out stays small enough to be read and stored at once. */
const MAX_SKIPPED = 10_000;

export function createSkips(onError: OnError): Skips {
  const all: Skip[] = [];
  const allows = (fault: unknown): fault is Error => onError === "skip" && isSendersFault(fault);
  return {
    all,
    allows,
    add(filename, line, fault) {
      if (!allows(fault)) throw fault;
      if (all.length === MAX_SKIPPED) throw tooManySkipped(all);
      all.push({ filename, line, reason: fault.message });
    },
  };
}

/** The refusal of an upload of which nothing is left. */
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
