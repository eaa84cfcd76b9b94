import type { S3Storage } from "../storage-url.ts";

/** The key of a kept blob. */
export function keyOfBlob({ prefix }: Pick<S3Storage, "prefix">, sha256: string): string {
  return `${prefix}blobs/${sha256.slice(0, 2)}/${sha256}`;
}

/** The key of a part of an unfinished file. */
export function keyOfPart({ prefix }: Pick<S3Storage, "prefix">, name: string): string {
  return `${prefix}unfinished/${name}`;
}
