import { ServiceError } from "@assay/domain/errors.ts";
import type { UploadSource } from "../../platform/database/upload-tables.ts";
import { LIMITS } from "../../platform/limits.ts";
import type { Outbound } from "../../platform/network/outbound.ts";
import { basename, cleanFilename } from "../formats/filename.ts";
import { mediaTypeIn, type Part, type Staging } from "../formats/part.ts";
import { assertDigest } from "./limits.ts";

/**
 * A URL gave no file. The message names an error status, which only a server that may be reached answers. Any other cause
 * gives the same message, so that uploads cannot be used to scan a network.
 */
export class FetchError extends Error {
  override readonly name = "FetchError";

  constructor(what: string, { status = 0, ...options }: ErrorOptions & { readonly status?: number } = {}) {
    const answered = status >= 400 ? ` (the server answered ${status})` : "";
    super(
      `${what} could not be fetched: it must answer 200 within 60 seconds with at most 256 MiB${answered}`,
      options,
    );
  }
}

/**
 * Fetches a file into `staging`, named as asked or by the last step of the URL. `what` is how a fault calls it.
 * Throws FetchError, and `checksum_mismatch` where other bytes came than were announced.
 */
export async function fetchPart(
  outbound: Outbound,
  staging: Staging,
  { url, filename, sha256 }: NonNullable<UploadSource["urls"]>[number],
  what: string,
): Promise<Part> {
  const name = filename ?? nameIn(url);
  try {
    const { status, contentType, body } = await outbound.get(
      url,
      AbortSignal.timeout(1000 * LIMITS.url_fetch_seconds),
    );
    if (status !== 200) {
      body.on("error", () => undefined).destroy();
      throw new FetchError(what, { status });
    }
    const blob = await staging.stage(body, LIMITS.url_fetch_bytes);
    assertDigest(name, blob.sha256, sha256);
    return { filename: name, declared: mediaTypeIn(contentType), blob };
  } catch (fault) {
    throw isOwn(fault) ? fault : new FetchError(what, { cause: fault });
  }
}

function isOwn(fault: unknown): boolean {
  if (fault instanceof ServiceError) return fault.code !== "payload_too_large";
  return fault instanceof FetchError || (fault instanceof Error && "syscall" in fault && "path" in fault);
}

function nameIn(url: string): string {
  try {
    return cleanFilename(basename(decodeURIComponent(new URL(url).pathname)));
  } catch {
    return "file";
  }
}
