create index concurrently uploads_deleted on uploads (account_id) where deleted_at is not null;
