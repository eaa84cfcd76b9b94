import type { Agent as HttpAgent } from "node:http";
import type { Agent as HttpsAgent } from "node:https";
import { S3Client, type S3ClientConfig } from "@aws-sdk/client-s3";
import type { S3Storage } from "../storage-url.ts";
import { CLOCK, codeOf, statusOf } from "./s3-faults.ts";

/** For each request of the check at a start. */
export const CHECK_WITHIN_MS = 15_000;

const CONNECT_WITHIN_MS = 5_000;
/** A connection without a byte for this long is replaced. */
const SILENCE_MS = 20_000;
/** A request that cannot be started, or that the store throttles (503 SlowDown), is repeated within some seconds. */
const ATTEMPTS = 5;
/** Each file that a client fetches through the service keeps one until it has read all: a hundred slow ones stopped all others. */
const SOCKETS = 1_000;

/** S3 refuses requests and signed URLs of a clock that is 15 minutes off. */
const CLOCK_OFF_MS = 5 * 60_000;

/** The connection to a store, for its parts. */
export interface S3Connection {
  readonly client: S3Client;
  readonly storage: S3Storage;
}

/** Which host to reach, and how the bucket is named there. */
export type S3Place = Pick<S3Storage, "region" | "endpoint" | "pathStyle">;

/** Another's rights, and connections to an address that another chose. */
export interface S3Rights {
  readonly credentials: S3ClientConfig["credentials"];
  readonly agents: { readonly http: HttpAgent; readonly https: HttpsAgent };
}

/** A client with the credentials that the AWS SDK finds by itself, or with `rights`. */
export function connectS3({ region, endpoint, pathStyle }: S3Place, rights?: S3Rights): S3Client {
  const client = new S3Client({
    ...(region !== undefined && { region }),
    ...(endpoint !== undefined && { endpoint }),
    ...(rights?.credentials && { credentials: rights.credentials }),
    forcePathStyle: pathStyle,
    maxAttempts: ATTEMPTS,
    // Other stores than AWS often lack the newer checksums. Bytes are checked by the SHA-256 of signed requests.
    requestChecksumCalculation: "WHEN_REQUIRED",
    responseChecksumValidation: "WHEN_REQUIRED",
    requestHandler: {
      connectionTimeout: CONNECT_WITHIN_MS,
      socketTimeout: SILENCE_MS,
      httpAgent: rights?.agents.http ?? { maxSockets: SOCKETS },
      httpsAgent: rights?.agents.https ?? { maxSockets: SOCKETS },
    },
  });
  client.middlewareStack.add(
    (next) => async (request) =>
      next(request).catch((fault: unknown) => {
        // 409: another request changes the same object, or in stores on a file system its folder. A clock that is wrong: the SDK
        // has learned the store's time from the response.
        const isRepeated = statusOf(fault) === 409 || codeOf(fault) === "RequestTimeTooSkewed";
        if (fault instanceof Error && isRepeated) Object.assign(fault, { $retryable: {} });
        throw fault;
      }),
    { step: "deserialize", priority: "high" },
  );
  return client;
}

/**
 * Throws if the last response showed that the clock is wrong. The SDK corrects the time of requests, but not that of signed
 * URLs.
 */
export function assertClock({ config }: S3Client): void {
  if (Math.abs(config.systemClockOffset) > CLOCK_OFF_MS) throw new Error(CLOCK);
}
