/** What a key may do. Closed: a key's `scopes` are a subset of these. */
export const SCOPES = [
  "account:read",
  "account:write",
  "members:read",
  "members:write",
  "projects:read",
  "projects:write",
  "batches:read",
  "batches:write",
  "uploads:read",
  "uploads:write",
  "annotations:read",
  "annotations:write",
  "datasets:read",
  "webhooks:read",
  "webhooks:write",
  "events:read",
  "keys:read",
  "keys:write",
] as const;
export type Scope = (typeof SCOPES)[number];
