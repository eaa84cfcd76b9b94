// biome-ignore-all lint/performance/noBarrelFile: the one entry of the package

export { ApiError, ConnectionError, type RequestFault, TimeoutError } from "./api-error.ts";
export { Assay, type AssayOptions } from "./assay.ts";
export * from "./errors.ts";
export type { BatchProgressEvent, StreamMessage, StreamOptions } from "./events.ts";
export type { QueryOf } from "./http.ts";
export { List, type Page } from "./list.ts";
export type * from "./schema.ts";
export type { Call, RequestOptions } from "./transport.ts";
export type { Patience } from "./until.ts";
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
