/** The event types that webhooks can subscribe to. */
export const EVENT_TYPES = [
  "batch.created",
  "batch.processing",
  "batch.completed",
  "batch.certified",
  "batch.failed",
  "project.updated",
  "comment.created",
  "comment.resolved",
  "annotator.qualified",
] as const;
export type EventType = (typeof EVENT_TYPES)[number];
