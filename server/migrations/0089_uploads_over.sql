create index concurrently uploads_over on uploads (updated_at) where status in ('expired', 'failed') and deleted_at is null;
