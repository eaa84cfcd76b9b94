import { fromBase64, LogFault, toBase64 } from "./bytes.ts";

/** Proof that the entry at `index` is in a log, with the signed checkpoint of the tree that it is proven for. */
export interface LogProof {
  readonly index: number;
  readonly hashes: readonly Uint8Array[];
  /** A note. */
  readonly checkpoint: string;
}

const FIRST_LINE = "c2sp.org/tlog-proof@v1";

/** The text of a `.tlog-proof` file. Source: c2sp.org/tlog-proof, "Format". */
export function proofText({ index, hashes, checkpoint }: LogProof): string {
  const lines = [FIRST_LINE, `index ${index}`, ...hashes.map(toBase64)];
  return `${lines.join("\n")}\n\n${checkpoint}`;
}

/** Reads what `proofText` writes. Throws `LogFault`. */
export function readProof(text: string): LogProof {
  const end = text.indexOf("\n\n");
  const [first, indexLine = "", ...encoded] = text.slice(0, Math.max(end, 0)).split("\n");
  const [, digits] = /^index (0|[1-9][0-9]{0,15})$/.exec(indexLine) ?? [];
  if (first !== FIRST_LINE) throw new LogFault(`the proof does not begin with ${FIRST_LINE}`);
  if (digits === undefined) throw new LogFault("the proof's second line must be index NUMBER");
  const hashes = encoded.map((line) => {
    const hash = fromBase64(line);
    if (hash?.length !== 32) throw new LogFault("a line of the proof is not a SHA-256 in base64");
    return hash;
  });
  return { index: Number(digits), hashes, checkpoint: text.slice(end + 2) };
}
