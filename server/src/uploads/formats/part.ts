import type { Blobs, ReadableBlob, StagedBlob } from "../../platform/blobs/blobs.ts";
import type { ItemDetails, UploadSource } from "../../platform/database/upload-tables.ts";

/** A received file, before its bytes are inspected. */
export interface Part {
  readonly filename: string;
  /** The media type declared by the sender, without parameters, in lower case. */
  readonly declared: string | undefined;
  readonly blob: ReadableBlob;
  /** What the sender or an archive says of the item that the file becomes. */
  readonly details?: Details | undefined;
}

export type Details = ItemDetails;

/** The content of a request: files with staged bytes, or URLs of files. */
export interface Received {
  readonly parts: readonly Part[];
  readonly urls: NonNullable<UploadSource["urls"]>;
  readonly metadata: Readonly<Record<string, string>>;
  readonly project_id: string | undefined;
}

/** Stages blobs and tracks them, so that all that were not kept can be discarded. */
export interface Staging {
  readonly stage: Blobs["stage"];
  readonly discard: () => Promise<void>;
}

/** A staging without blobs. */
export function createStaging(blobs: Blobs): Staging {
  const staged: StagedBlob[] = [];
  return {
    async stage(source, limitBytes) {
      const blob = await blobs.stage(source, limitBytes);
      staged.push(blob);
      return blob;
    },
    discard: () => blobs.discard(staged),
  };
}

/** The media type of a Content-Type without its parameters, in lower case. */
export function mediaTypeIn(contentType: string | undefined): string | undefined {
  const type = contentType?.split(";", 1)[0]?.trim().toLowerCase();
  return type === "" ? undefined : type;
}
