import { Readable } from "node:stream";
import { GetObjectCommand, ListObjectsV2Command, type S3Client } from "@aws-sdk/client-s3";
import { getSignedUrl } from "@aws-sdk/s3-request-presigner";
import type { Deps } from "../deps.ts";
import type { ByteRange } from "../platform/blobs/blobs.ts";
import { contentDisposition } from "../platform/blobs/content-disposition.ts";
import { assertClock, connectS3 } from "../platform/blobs/s3-client.ts";
import type { Row } from "../platform/database/tables.ts";
import { assertReachable } from "./checked-origin.ts";
import { asOwnersFault, ObjectFault } from "./explain.ts";
import { listVersions, mayUseVersions } from "./list-versions.ts";

type SourceRow = Row<"sources">;

/** The rights to a bucket, as they are stored, encrypted. */
export interface Credentials {
  readonly access_key_id: string;
  readonly secret_access_key: string;
  readonly session_token?: string | undefined;
}

/** Browsers open the images of a page within this time. Each request for a file gets a new link. */
const LINK_SECONDS = 300;

/** An object as a store lists it. */
export interface Listed {
  readonly key: string;
  readonly etag: string;
  readonly size_bytes: number;
  /** What pins the bytes besides the ETag, if the store has such. */
  readonly version?: string | null;
}

/** Objects in the order of their keys. */
export interface ListedPage {
  readonly objects: readonly Listed[];
  /** The last listed key; undefined if none follows. */
  readonly after: string | undefined;
}

/** The bytes of an object, as it was when it was listed. */
export interface OpenedObject {
  readonly body: Readable;
  readonly content_type: string | undefined;
}

/** Where the objects of a source are. All methods throw `invalid_request` with the reason. */
export type ObjectStore = Pick<Bucket, "list" | "open" | "assertClock" | "close">;

/** How a client gets a linked object. */
export interface LinkedAs {
  readonly media_type: string;
  readonly filename: string;
  readonly cache_control: string;
}

/** The bucket of a source, reached with its own credentials. All methods throw `invalid_request` with the reason. */
export interface Bucket {
  readonly client: S3Client;
  /** Up to `limit` objects behind `after`, at most 1,000. */
  readonly list: (after: string, limit: number) => Promise<ListedPage>;
  /** Opens an object, or some of its bytes. Throws also if it is another one by now. */
  readonly open: (
    object: Pick<Listed, "key" | "etag" | "version">,
    range?: ByteRange,
  ) => Promise<OpenedObject>;
  /**
   * A URL of the object for a client without credentials, valid for five minutes. It leads to the version of the object, or without
   * one to whatever has the key then. Signing needs no request.
   */
  readonly link: (object: Pick<Listed, "key" | "version">, as: LinkedAs) => Promise<string>;
  /** Throws if the clock of this machine is wrong, as the last response showed. */
  readonly assertClock: () => void;
  readonly close: () => void;
}

/**
 * Connects to the bucket of a source. The service's own rights are never used. Throws `invalid_request` if the
 * endpoint may not be reached any more.
 */
export function openBucket(
  { outbound, secrets }: Pick<Deps, "outbound" | "secrets">,
  row: SourceRow,
): Bucket {
  const { config } = row;
  if (!("bucket" in config)) throw new Error("a source of the kind s3 has a bucket");
  const { bucket: Bucket, prefix, endpoint, path_style } = config;
  if (endpoint !== null) assertReachable(outbound, endpoint, "config.endpoint");
  const agents = outbound.agents();
  const client = connectS3(
    { region: config.region ?? "us-east-1", endpoint: endpoint ?? undefined, pathStyle: path_style },
    { credentials: credentialsOf(secrets, row), agents },
  );
  const place = { Bucket, Prefix: prefix };
  let isVersioned: boolean | undefined;
  return {
    client,
    async list(after, limit) {
      isVersioned ??= row.mode === "reference" && (await mayUseVersions(client, place));
      if (isVersioned) {
        return listVersions(client, place, { after, limit }).catch((fault: unknown) => {
          throw asOwnersFault(fault, config, "s3:ListBucketVersions");
        });
      }
      const command = new ListObjectsV2Command({
        ...{ ...place, MaxKeys: limit },
        ...(after !== "" && { StartAfter: after }),
      });
      const { Contents = [], IsTruncated } = await client.send(command).catch((fault: unknown) => {
        throw asOwnersFault(fault, config, "s3:ListBucket");
      });
      const objects = Contents.flatMap(({ Key, ETag, LastModified, Size }) => {
        if (Key === undefined) return [];
        const etag = ETag ?? LastModified?.toISOString() ?? "";
        return { key: Key, etag, size_bytes: Size ?? 0 };
      });
      return { objects, after: IsTruncated ? objects.at(-1)?.key : undefined };
    },
    async open({ key: Key, etag: IfMatch, version }, range) {
      const Range = range === undefined ? {} : { Range: `bytes=${range.start}-${range.end}` };
      const { Body, ContentType } = await client
        .send(new GetObjectCommand({ Bucket, Key, IfMatch, ...versionOf(version), ...Range }))
        .catch((fault: unknown) => {
          const permission = version ? "s3:GetObjectVersion" : "s3:GetObject";
          const refusal = asOwnersFault(fault, config, permission);
          throw refusal instanceof ObjectFault ? new ObjectFault(`${Key}: ${refusal.message}`) : refusal;
        });
      if (!(Body instanceof Readable)) throw new Error("the store sent no body");
      return { body: Body, content_type: ContentType };
    },
    link: ({ key: Key, version }, { media_type, filename, cache_control }) =>
      getSignedUrl(
        client,
        new GetObjectCommand({
          ...{ Bucket, Key, ResponseContentType: media_type, ResponseCacheControl: cache_control },
          ...versionOf(version),
          ResponseContentDisposition: contentDisposition(filename),
        }),
        { expiresIn: LINK_SECONDS, signableHeaders: new Set(["host"]) },
      ),
    assertClock: () => assertClock(client),
    close() {
      client.destroy();
      agents.http.destroy();
      agents.https.destroy();
    },
  };
}

function versionOf(version: string | null | undefined) {
  return version ? { VersionId: version } : {};
}

function credentialsOf(secrets: Deps["secrets"], { credentials_encrypted }: SourceRow) {
  if (credentials_encrypted === null) throw new Error("a source has credentials");
  const { access_key_id, secret_access_key, session_token }: Credentials = JSON.parse(
    secrets.decrypt(credentials_encrypted),
  );
  return {
    accessKeyId: access_key_id,
    secretAccessKey: secret_access_key,
    ...(session_token !== undefined && { sessionToken: session_token }),
  };
}
