import { ServiceError } from "@assay/domain/errors.ts";

/** Maximum faults reported for one import; reading stops there. */
export const MAX_FAULTS = 20;

/** The faults of an import, by line. */
export interface LineFaults {
  readonly add: (line: number, fault: string) => void;
  readonly isFull: () => boolean;
  /** Throws `invalid_request` that names each fault: `line 17: result.label must be one of …`. */
  readonly assertNone: () => void;
}

export function createLineFaults(): LineFaults {
  const faults: { readonly line: number; readonly message: string }[] = [];
  return {
    add: (line, fault) => void faults.push({ line, message: `line ${line}: ${fault}` }),
    isFull: () => faults.length >= MAX_FAULTS,
    assertNone() {
      if (faults.length === 0) return;
      const first = faults.sort((a, b) => a.line - b.line).slice(0, MAX_FAULTS);
      const told = first.map(({ message }) => ({ path: "", message }));
      throw new ServiceError("invalid_request", told.map(({ message }) => message).join("; "), {
        faults: told,
      });
    },
  };
}
