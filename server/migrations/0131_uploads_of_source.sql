create index concurrently uploads_of_source on uploads (source_id, id) where source_id is not null;
