import type { ExportItem } from "../formats/format.ts";
import { LogFault, type Sha256, toHex } from "../log/bytes.ts";
import { growingTree, leafHash } from "../log/tree.ts";
import { canonicalJson } from "./canonical-json.ts";

/** An item among which a sample is drawn. Digests are SHA-256 in hexadecimal. */
export interface PopulationItem {
  readonly id: string;
  /** Items of one group are drawn together; null is a group of its own. */
  readonly group: string | null;
  readonly content: string;
  readonly label: string;
}

type Content = Pick<ExportItem, "line" | "text" | "conversation"> & {
  readonly file: Pick<ExportItem["file"], "sha256" | "etag">;
};

/** The digest of what was labeled: of the canonical JSON of the file's digest (or ETag), line, text and conversation. */
export function contentDigest(sha256: Sha256, { file, line, text, conversation }: Content): string {
  return toHex(sha256(canonicalJson([file.sha256 ?? `etag ${file.etag}`, line, text, conversation])));
}

/** The digest of a label: of the canonical JSON of its result and fields. */
export function labelDigest(
  sha256: Sha256,
  { result, fields }: Pick<ExportItem, "result" | "fields">,
): string {
  return toHex(sha256(canonicalJson([result, fields])));
}

/** One line of `population.jsonl` without its end: its bytes are a leaf of the root. */
export function populationLine({ id, group, content, label }: PopulationItem): string {
  return JSON.stringify([id, group, content, label]);
}

/** Reads what `populationLine` writes. Throws `LogFault`. */
export function readPopulationLine(line: string): PopulationItem {
  const [id, group, content, label] = parsedList(line);
  const isGroup = group === null || typeof group === "string";
  if (typeof id !== "string" || !isGroup || typeof content !== "string" || typeof label !== "string") {
    throw new LogFault(
      `population.jsonl: a line is not ["item", "group", "content", "label"]: ${line.slice(0, 80)}`,
    );
  }
  return { id, group, content, label };
}

/** Empty unless `line` is a JSON array. */
function parsedList(line: string): readonly unknown[] {
  try {
    const read: unknown = JSON.parse(line);
    return Array.isArray(read) ? read : [];
  } catch {
    return [];
  }
}

/** The Merkle root over the lines of a population, in hexadecimal (RFC 6962, section 2.1). */
export function populationRoot(sha256: Sha256, lines: readonly string[]): string {
  const tree = growingTree(sha256);
  for (const line of lines) tree.add(leafHash(sha256, line));
  return toHex(tree.root());
}
