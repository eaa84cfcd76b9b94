import { ServiceError } from "@assay/domain/errors.ts";
import { atOnce } from "../../platform/at-once.ts";
import { cleanFilename } from "../formats/filename.ts";
import { type Details, mediaTypeIn, type Part, type Received, type Staging } from "../formats/part.ts";
import { detailsIn } from "./item-details.ts";
import { assertDigest, FILES_AT_ONCE, MAX_INLINE_BYTES } from "./limits.ts";
import type { CreateUpload } from "./request-bodies.ts";

type InlineFile = NonNullable<CreateUpload["files"]>[number];

/** A body with inline files or with URLs. `refusal` explains why a URL may not be fetched. */
export async function receiveJson(
  body: CreateUpload,
  staging: Staging,
  refusal: (url: string) => string | undefined,
): Promise<Received> {
  assertOneSource(body);
  const { metadata = {}, project_id } = body;
  const urls = urlsOf(body, refusal);
  const files = decodeAll(body.files ?? []);
  const parts = await atOnce(FILES_AT_ONCE, files, (file) => receiveFile(file, staging));
  return { parts, urls, metadata, project_id };
}

function assertOneSource({ files, url, urls, filename, sha256, content_type, item }: CreateUpload): void {
  const sources = [files, url, urls].filter((source) => source !== undefined);
  if (sources.length !== 1) throw invalid("exactly one of files, url, urls and size_bytes is needed");
  if (url === undefined && (filename !== undefined || sha256 !== undefined)) {
    throw invalid(
      "filename and sha256 are allowed only with url or size_bytes; in files, set them for each file",
    );
  }
  if (content_type !== undefined) throw invalid("content_type is allowed only with size_bytes");
  if (item !== undefined)
    throw invalid("item is allowed only with size_bytes; in files, set it for each file");
}

function urlsOf(
  { url, urls = [], filename, sha256 }: CreateUpload,
  refusal: (url: string) => string | undefined,
): Received["urls"] {
  if (url !== undefined) {
    assertFetchable("", refusal(url));
    return [{ url, ...(filename && { filename: cleanFilename(filename) }), ...(sha256 && { sha256 }) }];
  }
  for (const [index, each] of urls.entries()) assertFetchable(`urls.${index}: `, refusal(each));
  return urls.map((each) => ({ url: each }));
}

function assertFetchable(where: string, fault: string | undefined): void {
  if (fault !== undefined) throw invalid(`${where}${fault}`);
}

interface DecodedFile {
  readonly filename: string;
  readonly bytes: Buffer;
  readonly declared: string | undefined;
  readonly sha256: string | undefined;
  readonly details: Details | undefined;
}

function decodeAll(files: readonly InlineFile[]): DecodedFile[] {
  let left = MAX_INLINE_BYTES;
  return files.map((file) => {
    const filename = cleanFilename(file.filename);
    const bytes = decode(filename, file);
    left -= bytes.length;
    if (left < 0) throw new ServiceError("payload_too_large", "the files are larger than 10 MiB together");
    const details = detailsIn(filename, file.item);
    return { filename, bytes, declared: mediaTypeIn(file.content_type), sha256: file.sha256, details };
  });
}

async function receiveFile(file: DecodedFile, staging: Staging): Promise<Part> {
  const { filename, bytes, declared, sha256, details } = file;
  const blob = await staging.stage(bytes, MAX_INLINE_BYTES);
  assertDigest(filename, blob.sha256, sha256);
  return { filename, declared, blob, details };
}

function decode(filename: string, { text, content_base64 }: InlineFile): Buffer {
  if (text !== undefined && content_base64 === undefined) return Buffer.from(text);
  if (text !== undefined || content_base64 === undefined) {
    throw invalid(`${filename}: exactly one of text and content_base64 is needed`);
  }
  const bytes = Buffer.from(content_base64, "base64");
  // Node's decoder ignores invalid base64; only valid text encodes back to itself.
  if (bytes.toString("base64") !== content_base64) throw invalid(`${filename}: content_base64 is not base64`);
  return bytes;
}

function invalid(message: string): ServiceError {
  return new ServiceError("invalid_request", message);
}
