import { ServiceError } from "@assay/domain/errors.ts";
import { CLOCK, codeOf, statusOf } from "../platform/blobs/s3-faults.ts";
import type { S3Config } from "../platform/database/upload-tables.ts";
import { toOutboundError } from "../platform/network/outbound.ts";

/** Why a bucket cannot be read, and what its owner changes. `permission` is what the request needed. */
export function explain(fault: unknown, config: S3Config, permission: string): string {
  const { bucket, endpoint, region } = config;
  const at = endpoint ?? "AWS";
  const code = codeOf(fault);
  switch (code) {
    case "NoSuchBucket":
      return `${at} has no bucket ${bucket}`;
    case "NoSuchKey":
    case "NoSuchVersion":
    case "NotFound":
      return `the bucket ${bucket} no longer has the object`;
    case "PreconditionFailed":
      return "the object was changed after it was listed: sync again";
    case "InvalidAccessKeyId":
    case "InvalidClientTokenId":
    case "XAdminUserNotFound": // of versitygw
      return `${at} does not know the access key: correct credentials.access_key_id`;
    case "SignatureDoesNotMatch":
      return "the secret does not belong to the access key: correct credentials.secret_access_key";
    case "ExpiredToken":
    case "InvalidToken":
      return "the session token is invalid or has expired: renew credentials.session_token";
    case "AccessDenied":
    case "Forbidden":
    case "AllAccessDisabled":
      return `the credentials lack the permission ${permission} on the bucket ${bucket}`;
    case "RequestTimeTooSkewed":
      return CLOCK;
    case "AuthorizationHeaderMalformed":
    case "IncorrectRegion": // of versitygw
    case "PermanentRedirect":
    case "TemporaryRedirect":
    case "IllegalLocationConstraintException":
      return `the bucket ${bucket} is not in the region ${region ?? "us-east-1"}: create a source with config.region`;
    case "SlowDown":
    case "ServiceUnavailable":
      return `${at} takes no more requests (${code}): try again later`;
  }
  if (statusOf(fault) === 403) return `the credentials lack the permission ${permission} (${code})`;
  if (statusOf(fault) !== undefined) {
    const why = fault instanceof Error ? fault.message : String(fault);
    return `${at} refuses the bucket ${bucket} (${code}: ${why})`;
  }
  // Nothing tells what is behind an address: as with uploads by URL.
  return toOutboundError(fault).code === "timeout"
    ? `${at} does not respond`
    : `${at} cannot be reached: its name is unknown, it refuses connections, or its address is not allowed`;
}

/** A fault of one object: the others can be read. */
export class ObjectFault extends ServiceError {
  constructor(message: string, options?: ErrorOptions) {
    super("invalid_request", message, options);
  }
}

/** The fault of a bucket as one of its owner, for a response, a source or an upload. */
export function asOwnersFault(fault: unknown, config: S3Config, permission: string): ServiceError {
  const why = explain(fault, config, permission);
  const isOfObject = ["NoSuchKey", "NoSuchVersion", "NotFound", "PreconditionFailed"].includes(codeOf(fault));
  return isOfObject
    ? new ObjectFault(why, { cause: fault })
    : new ServiceError("invalid_request", why, { cause: fault });
}
