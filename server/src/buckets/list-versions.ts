import {
  GetBucketVersioningCommand,
  HeadObjectCommand,
  ListObjectVersionsCommand,
  type S3Client,
} from "@aws-sdk/client-s3";

/** The most that a store lists by one request. */
const MOST_VERSIONS = 1_000;

interface Place {
  readonly Bucket: string;
  readonly Prefix: string;
}

/**
 * Whether the bucket keeps versions, and the credentials may list and read them. Three requests for such a bucket, one for any
 * other.
 */
export async function mayUseVersions(client: S3Client, place: Place): Promise<boolean> {
  const { Bucket } = place;
  try {
    const { Status } = await client.send(new GetBucketVersioningCommand({ Bucket }));
    if (Status !== "Enabled") return false;
    const command = new ListObjectVersionsCommand({ ...place, MaxKeys: MOST_VERSIONS });
    const [first] = (await client.send(command)).Versions ?? [];
    if (first?.VersionId === undefined) return false;
    await client.send(new HeadObjectCommand({ Bucket, Key: first.Key, VersionId: first.VersionId }));
    return true;
  } catch {
    return false; // a plain listing says what is wrong, if anything is
  }
}

/** Up to `limit` objects behind the key `after`, each with its newest version, which pins its bytes. Throws the fault of the store. */
export async function listVersions(
  client: S3Client,
  place: Place,
  { after, limit }: { readonly after: string; readonly limit: number },
) {
  const { Versions = [], last, isTruncated } = await listBehind(client, place, after);
  // The versions of a key begin with the newest, so that a page that ends within them leaves out older ones only.
  const objects = Versions.flatMap(({ Key = "", ETag = "", IsLatest, Size = 0, VersionId }) => {
    if (IsLatest !== true || !isBehind(Key, after)) return [];
    // An object from before the bucket kept versions has the version "null", whose bytes a later one can replace.
    const version = VersionId === undefined || VersionId === "null" ? null : VersionId;
    return { key: Key, etag: ETag, size_bytes: Size, version };
  });
  const page = objects.slice(0, limit);
  if (objects.length > limit) return { objects: page, after: page.at(-1)?.key };
  return { objects: page, after: isTruncated ? last : undefined };
}

/** A page of versions with at least one key behind `after`, unless none follows. */
async function listBehind(client: S3Client, place: Place, after: string) {
  let VersionIdMarker: string | undefined;
  for (;;) {
    const page = await client.send(
      new ListObjectVersionsCommand({
        ...{ ...place, MaxKeys: MOST_VERSIONS },
        ...(after !== "" && { KeyMarker: after }),
        ...(VersionIdMarker !== undefined && { VersionIdMarker }),
      }),
    );
    const { Versions, DeleteMarkers = [], IsTruncated: isTruncated = false, NextVersionIdMarker } = page;
    const last = [...(Versions ?? []), ...DeleteMarkers].reduce(
      (key, { Key = "" }) => (isBehind(Key, key) ? Key : key),
      after,
    );
    if (!isTruncated || last !== after) return { Versions, last, isTruncated };
    // Some stores, such as versitygw, begin with the versions of the marker's own key.
    if (NextVersionIdMarker === undefined || NextVersionIdMarker === VersionIdMarker)
      throw new Error(`the store lists the versions of ${after} without end`);
    VersionIdMarker = NextVersionIdMarker;
  }
}

function isBehind(key: string, after: string): boolean {
  return Buffer.compare(Buffer.from(key), Buffer.from(after)) > 0;
}
