import { GetObjectCommand, PutObjectCommand } from "@aws-sdk/client-s3";
import { getSignedUrl } from "@aws-sdk/s3-request-presigner";
import type { S3Storage } from "../storage-url.ts";
import type { SignedUrls } from "./blobs.ts";
import { contentDisposition } from "./content-disposition.ts";
import { connectS3 } from "./s3-client.ts";
import { keyOfBlob, keyOfPart } from "./s3-keys.ts";

/** Long enough to begin a download, and to open the images of a page again. */
const DOWNLOAD_SECONDS = 900;

/** As long as the service's own upload URLs. */
const UPLOAD_SECONDS = 3_600;

/** Signed URLs of a store's objects, for the host that clients reach. Signing needs no request. */
export async function s3SignedUrls(storage: S3Storage): Promise<SignedUrls> {
  const { bucket, publicEndpoint, endpoint } = storage;
  const client = connectS3({ ...storage, endpoint: publicEndpoint ?? endpoint });
  const sign = (command: GetObjectCommand | PutObjectCommand, expiresIn: number): Promise<string> =>
    getSignedUrl(client, command, { expiresIn, signableHeaders: new Set(["content-length", "host"]) });
  const uploadUrl = (name: string, size_bytes: number): Promise<string> => {
    const object = { Bucket: bucket, Key: keyOfPart(storage, name), ContentLength: size_bytes };
    return sign(new PutObjectCommand(object), UPLOAD_SECONDS);
  };
  return {
    origin: new URL(await uploadUrl("origin", 1)).origin,
    downloadUrl: ({ sha256, filename, media_type, cache_control }) =>
      sign(
        new GetObjectCommand({
          Bucket: bucket,
          Key: keyOfBlob(storage, sha256),
          ResponseContentType: media_type,
          ResponseContentDisposition: contentDisposition(filename),
          ResponseCacheControl: cache_control,
        }),
        DOWNLOAD_SECONDS,
      ),
    uploadUrl,
  };
}
