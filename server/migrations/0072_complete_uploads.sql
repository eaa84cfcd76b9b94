create index concurrently uploads_complete on uploads (updated_at) where status = 'uploading' and received_bytes = size_bytes;
