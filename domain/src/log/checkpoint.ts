import { fromBase64, LogFault, toBase64 } from "./bytes.ts";

/** The state of a log at one size. */
export interface Checkpoint {
  /** The log's name: its URL without the scheme. */
  readonly origin: string;
  readonly size: number;
  /** 32 bytes. */
  readonly root: Uint8Array;
}

/** The text of a note. Source: c2sp.org/tlog-checkpoint, "Note text". */
export function checkpointText({ origin, size, root }: Checkpoint): string {
  return `${origin}\n${size}\n${toBase64(root)}\n`;
}

/** Reads the text of a verified note; extension lines are ignored. Throws `LogFault`. */
export function readCheckpoint(text: string): Checkpoint {
  const [origin = "", sizeText = "", rootText = ""] = text.split("\n");
  const size = /^(?:0|[1-9][0-9]{0,15})$/.test(sizeText) ? Number(sizeText) : -1;
  const root = fromBase64(rootText);
  if (origin === "") throw new LogFault("the checkpoint names no log");
  if (!Number.isSafeInteger(size) || size < 0)
    throw new LogFault(`the checkpoint's size is not a number: ${sizeText.slice(0, 40)}`);
  if (root?.length !== 32) throw new LogFault("the checkpoint's root is not a SHA-256 in base64");
  return { origin, size, root };
}
