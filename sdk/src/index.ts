// biome-ignore-all lint/performance/noBarrelFile: the one entry of the package

export { ApiError, ConnectionError, DigestError, type RequestFault, TimeoutError } from "./api-error.ts";
export { Assay, type AssayOptions } from "./assay.ts";
export type { Certificate as VerifiedCertificate } from "./certificate.ts";
export type { KeySet } from "./certificate-keys.ts";
export type { Downloaded, DownloadOptions, DownloadProgress, VersionDownloadOptions } from "./downloads.ts";
export { UploadError } from "./earlier-upload.ts";
export * from "./errors.ts";
export type { BatchProgressEvent, StreamMessage, StreamOptions } from "./events.ts";
export type { FolderOptions, FolderProgress, FolderUpload } from "./folder-upload.ts";
export type { QueryOf } from "./http.ts";
export { List, type Page } from "./list.ts";
export type * from "./schema.ts";
export type { Call, RequestOptions } from "./transport.ts";
export type { UploadProgress } from "./tus.ts";
export type { Patience } from "./until.ts";
export type { UploadOptions } from "./uploads.ts";
export type { Bundle, Fault, FaultCode, Verification } from "./verify.ts";
export { verifyCertificate } from "./verify-certificate.ts";
export {
  readEvent,
  SignatureError,
  type SignedHeaders,
  type SignOptions,
  signWebhook,
  type UnwrapOptions,
  unwrapWebhook,
  type WebhookEvent,
  type WebhookHeaders,
} from "./webhooks.ts";
