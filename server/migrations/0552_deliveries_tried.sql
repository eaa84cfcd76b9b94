-- The newest deliveries that were tried, which say whether a webhook fails, however many wait for their first attempt.
create index concurrently deliveries_tried on deliveries (webhook_id, created_at, id) where attempt_count > 0;
