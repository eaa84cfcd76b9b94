/** The types of events that webhooks can ask for. */
export const EVENT_TYPES = [
  "batch.created",
  "batch.processing",
  "batch.completed",
  "batch.certified",
  "batch.failed",
  "project.updated",
] as const;
