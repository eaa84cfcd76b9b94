create index concurrently uploads_to_clear on uploads (id) where progress is not null and status <> 'processing';
