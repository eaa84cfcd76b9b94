create index concurrently uploads_member on uploads (member_id) where member_id is not null;
