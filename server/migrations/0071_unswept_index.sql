create index concurrently batch_progress_unswept on batch_progress (batch_id, shard) where unswept;
