import type { Generated } from "kysely";
import type { DefaultJson, Metadata, Nullable } from "./columns.ts";

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
  /** Null once what it told of was erased, or is too old. */
  body: string | null;
  created_at: Date;
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
  created_at: Date;
}

/** The tables of what is told and written down about the account. */
export interface EventTables {
  webhooks: WebhooksTable;
  events: EventsTable;
  deliveries: DeliveriesTable;
  delivery_attempts: DeliveryAttemptsTable;
  notifications: NotificationsTable;
  audit_log: AuditLogTable;
}
