import type { Generated } from "kysely";
import type { DefaultJson, Metadata, Nullable, NullableJson } from "./columns.ts";
import type { RateChange } from "./pay-tables.ts";

interface WebhooksTable {
  id: string;
  account_id: string;
  url: string;
  events: Nullable<string[]>;
  description: Nullable<string>;
  enabled: Generated<boolean>;
  disabled_at: Nullable<Date>;
  disabled_reason: Nullable<"delivery_failures" | "manual">;
  secret_encrypted: Buffer;
  secret_hint: string;
  previous_secret_encrypted: Nullable<Buffer>;
  previous_secret_expires_at: Nullable<Date>;
  metadata: DefaultJson<Metadata>;
  created_at: Date;
  updated_at: Date;
  deleted_at: Nullable<Date>;
}

interface EventsTable {
  id: string;
  account_id: string;
  type: string;
  /** Null once its subject was erased or it is too old. */
  body: string | null;
  created_at: Date;
  /** The event's number among those of its account; null until a reader gives it. */
  place: Nullable<number>;
}

interface DeliveriesTable {
  id: string;
  account_id: string;
  webhook_id: string;
  event_id: string;
  event_type: string;
  status: "pending" | "delivered" | "failed" | "skipped" | "canceled";
  trigger: "event" | "replay" | "test";
  attempt_count: Generated<number>;
  uncounted_attempts: Generated<number>;
  resume_status: Nullable<"pending" | "delivered" | "failed" | "skipped" | "canceled">;
  resume_due_at: Nullable<Date>;
  due_at: Nullable<Date>;
  claimed_at: Nullable<Date>;
  created_at: Date;
  delivered_at: Nullable<Date>;
}

interface DeliveryAttemptsTable {
  account_id: string;
  id: string;
  delivery_id: string;
  attempt: number;
  started_at: Date;
  duration_ms: number;
  status_code: Nullable<number>;
  error_code: Nullable<string>;
  response_body: Nullable<string>;
}

interface NotificationsTable {
  id: string;
  account_id: string;
  recipient: Nullable<string>;
  subject: string;
  body: string;
  created_at: Date;
  sent_at: Nullable<Date>;
}

interface AuditLogTable {
  id: string;
  account_id: string;
  /** A key's or a member's id. */
  actor_id: string;
  action: string;
  resource_id: string;
  request_id: string;
  /** Of changes of a rate only. */
  rate: NullableJson<RateChange>;
  created_at: Date;
}

/** A position in an item, or in an answer to it; all given parts apply together. */
export interface Place {
  /** An object, span or segment of the answer: its index from 0, or its id if the type has ids. */
  readonly object?: number | string;
  /** Code points of the text; `end` is exclusive. */
  readonly span?: { readonly start: number; readonly end: number };
  /** Seconds of a recording. */
  readonly time?: number;
  /** Pixels of the upright image. */
  readonly point?: { readonly x: number; readonly y: number };
}

interface CommentsTable {
  id: string;
  account_id: string;
  batch_id: string;
  item_id: string;
  annotation_id: Nullable<string>;
  /** The thread's first comment; null if this is the first one. */
  thread_id: Nullable<string>;
  member_id: string;
  place: NullableJson<Place>;
  text: string;
  resolved_at: Nullable<Date>;
  resolved_by: Nullable<string>;
  /** Whether the event that it was written, or resolved, waits for the verdict of an audit (ADR 0096). */
  created_held: Generated<boolean>;
  resolved_held: Generated<boolean>;
  created_at: Date;
  updated_at: Date;
}

interface CommentReadsTable {
  account_id: string;
  batch_id: string;
  comment_id: string;
  member_id: string;
}

/** The tables of events, deliveries, logs and comments of an account. */
export interface EventTables {
  webhooks: WebhooksTable;
  events: EventsTable;
  deliveries: DeliveriesTable;
  delivery_attempts: DeliveryAttemptsTable;
  notifications: NotificationsTable;
  audit_log: AuditLogTable;
  comments: CommentsTable;
  comment_reads: CommentReadsTable;
}
