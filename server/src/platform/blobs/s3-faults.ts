import { ServiceError } from "@assay/domain/errors.ts";
import type { S3Storage } from "../storage-url.ts";

const UNREACHABLE = [
  "ECONNREFUSED",
  "ECONNRESET",
  "EAI_AGAIN",
  "EHOSTUNREACH",
  "ENETUNREACH",
  "ENOTFOUND",
  "EPIPE",
  "ETIMEDOUT",
  "TimeoutError",
  "AbortError",
];

const LOCK_PERMISSIONS =
  "s3:GetBucketObjectLockConfiguration, s3:PutObjectRetention and s3:GetObjectRetention";

export const CLOCK = "the clock of this machine is not the store's: set it by NTP";

/** The error code of the store or of the network. */
export function codeOf(fault: unknown): string {
  if (!(fault instanceof Error)) return "";
  return "code" in fault && typeof fault.code === "string" ? fault.code : fault.name;
}

/** The HTTP status with which the store responded. */
export function statusOf(fault: unknown): number | undefined {
  if (!(fault instanceof Error) || !("$metadata" in fault)) return undefined;
  const metadata = fault.$metadata;
  if (typeof metadata !== "object" || metadata === null || !("httpStatusCode" in metadata)) return undefined;
  return typeof metadata.httpStatusCode === "number" ? metadata.httpStatusCode : undefined;
}

/**
 * Whether the store refused to change or remove an object because it is locked. The code is that of a missing
 * permission, so that only the words tell: those of AWS and versitygw, and those of MinIO.
 */
export function isLockedBy(message = ""): boolean {
  return /\bobject lock\b|\bWORM protected\b/i.test(message);
}

/**
 * A fault of the store at run time, when the request or job can only be tried again: `service_unavailable`, or
 * `insufficient_storage` if the store is full. Its cause has the sentence for the operator, which clients do not get.
 */
export function asStoreFault(fault: unknown, storage: S3Storage): unknown {
  if (fault instanceof ServiceError) return fault;
  const cause = new Error(`ASSAY_STORAGE_URL: ${explain(fault, storage)}`, { cause: fault });
  return isFull(fault)
    ? new ServiceError("insufficient_storage", "the object store is full; try again later", { cause })
    : new ServiceError("service_unavailable", "the object store does not work now; try again", { cause });
}

/** Whether the store has no room. A used up quota has another status in some stores: 403 in Ceph, 400 in MinIO. */
function isFull(fault: unknown): boolean {
  return statusOf(fault) === 507 || /^(QuotaExceeded|XMinioAdminBucketQuotaExceeded)$/.test(codeOf(fault));
}

/** Why the store cannot be used, with the setting that an operator must change. */
export function explain(fault: unknown, { bucket, endpoint, region, lock }: S3Storage): string {
  const code = codeOf(fault);
  const at = endpoint ?? "AWS";
  if (UNREACHABLE.includes(code)) return `endpoint: ${at} does not respond (${code})`;
  if (isFull(fault))
    return `${at} has no room for the bucket ${bucket} (${code}): add space, or raise its quota`;
  switch (code) {
    case "NoSuchBucket":
      return `${at} has no bucket ${bucket}: correct its name or create it`;
    case "InvalidAccessKeyId":
    case "InvalidClientTokenId":
    case "XAdminUserNotFound": // of versitygw
      return `${at} does not know the access key: set AWS_ACCESS_KEY_ID`;
    case "SignatureDoesNotMatch":
      return "the secret does not belong to the access key: set AWS_SECRET_ACCESS_KEY";
    case "ExpiredToken":
    case "InvalidToken":
      return "the session token is invalid or has expired: set AWS_SESSION_TOKEN, or use a role";
    case "CredentialsProviderError":
      return "no credentials: set AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY, or give the process a role";
    case "AccessDenied":
    case "Forbidden":
      return (
        `the credentials may not use the bucket ${bucket}: allow s3:ListBucket, s3:ListBucketMultipartUploads, ` +
        "s3:GetObject, s3:PutObject, s3:DeleteObject and s3:AbortMultipartUpload" +
        (lock ? `, and for object_lock ${LOCK_PERMISSIONS}` : "")
      );
    case "ObjectLockConfigurationNotFoundError":
      return (
        `object_lock: the bucket ${bucket} has no Object Lock: use a bucket that was created with it, or ` +
        "remove object_lock"
      );
    case "RequestTimeTooSkewed":
      return CLOCK;
    case "AuthorizationHeaderMalformed":
    case "PermanentRedirect":
    case "TemporaryRedirect":
    case "IllegalLocationConstraintException":
      return `region: the bucket ${bucket} is not in ${region ?? "the region of AWS_REGION"}`;
    case "SlowDown":
    case "ServiceUnavailable":
      return `${at} takes no more requests (${code}): raise its limits, or run fewer processes`;
    default: {
      const why = fault instanceof Error ? fault.message : String(fault);
      if (why === CLOCK) return why;
      return /region is missing/i.test(why)
        ? "region: set it here or in AWS_REGION"
        : `${at} refuses the bucket ${bucket} (${code}: ${why})`;
    }
  }
}
