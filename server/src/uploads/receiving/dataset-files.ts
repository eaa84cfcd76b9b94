import { newId } from "../../platform/ids.ts";
import { mediaTypeOf } from "../formats/kind.ts";
import type { Part } from "../formats/part.ts";
import type { ReadFile } from "./inspect.ts";

/** The files of an upload whose files are datasets of other tools: as they are, archives too, from one on. */
export async function* datasetFiles(
  parts: readonly Part[],
  from: Pick<ReadFile, "part">,
): AsyncGenerator<ReadFile> {
  for (const [part, { filename, blob }] of parts.entries()) {
    if (part < from.part) continue;
    const file = {
      id: newId("file"),
      filename,
      blob,
      content_type: mediaTypeOf("unknown"),
      kind: "unknown",
    } as const;
    const media = { medium: "other", width: null, height: null, duration: null, has_urls: false } as const;
    yield { part, entry: 0, filename, kind: "unknown", outcome: { ...file, ...media } };
  }
}
