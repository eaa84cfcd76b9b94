import { kindOf, mediaTypeOf } from "../formats/kind.ts";
import type { Part } from "../formats/part.ts";

/** An upload's description of its content: of one file its name, type and digest, of several their size. */
export interface PartsSummary {
  readonly filename: string | null;
  readonly content_type: string | null;
  readonly sha256: string | null;
  readonly size_bytes: number;
}

export async function summarize(parts: readonly Part[]): Promise<PartsSummary> {
  const size_bytes = parts.reduce((size, { blob }) => size + blob.size_bytes, 0);
  const [part] = parts;
  if (part === undefined || parts.length > 1) {
    return { filename: null, content_type: null, sha256: null, size_bytes };
  }
  const content_type = mediaTypeOf(await kindOf(part));
  return { filename: part.filename, content_type, sha256: part.blob.sha256, size_bytes };
}
