import { ServiceError } from "@assay/domain/errors.ts";
import type { UploadSource } from "../../platform/database/upload-tables.ts";
import { LIMITS } from "../../platform/limits.ts";
import { type Outbound, toOutboundError } from "../../platform/network/outbound.ts";
import { basename, cleanFilename } from "../formats/filename.ts";
import { mediaTypeIn, type Part, type Staging } from "../formats/part.ts";
import { assertDigest } from "./limits.ts";

/**
 * No file could be fetched from a URL. An unknown name, a refused connection and a forbidden address have the same message, so
 * that nobody can scan a network with uploads. The other causes occur only at a server that may be reached.
 */
export class FetchError extends Error {
  override readonly name = "FetchError";

  constructor(what: string, why: string, options?: ErrorOptions) {
    super(`${what} could not be fetched: ${why}`, options);
  }
}

/**
 * Fetches a file into `staging`, named as requested or by the last path segment of the URL. `what` names it
 * in faults. Throws FetchError, and `checksum_mismatch` if the bytes differ from the announced digest.
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
      throw new FetchError(what, unfit(status));
    }
    const blob = await staging.stage(body, LIMITS.url_fetch_bytes);
    assertDigest(name, blob.sha256, sha256);
    return { filename: name, declared: mediaTypeIn(contentType), blob };
  } catch (fault) {
    throw isOwn(fault) ? fault : new FetchError(what, reasonOf(fault), { cause: fault });
  }
}

function unfit(status: number): string {
  const isRedirect = status >= 300 && status < 400;
  return `the server answered ${status}${isRedirect ? ", and redirects are not followed" : ", not 200"}`;
}

function reasonOf(fault: unknown): string {
  if (fault instanceof ServiceError) return "it has more than 256 MiB";
  const { code } = toOutboundError(fault);
  switch (code) {
    case "timeout":
      return `it took longer than ${LIMITS.url_fetch_seconds} seconds`;
    case "tls_error":
      return "the TLS certificate or handshake of the server is not valid";
    case "connection_reset":
      return "the connection broke off";
    case "response_too_large":
      return "the headers of the response are too large";
    case "dns_error":
    case "connection_refused":
    case "blocked_address":
      return "the server cannot be reached: its name is unknown, it refuses connections, or its address is not allowed";
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
