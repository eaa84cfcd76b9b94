-- Lists can be sorted by `updated_at` too, a page of which must not cost what is stored.
create index projects_updated on projects (account_id, updated_at, id);
create index uploads_updated on uploads (account_id, updated_at, id);
create index batches_updated on batches (account_id, updated_at, id);
create index exports_updated on exports (account_id, updated_at, id);
create index members_updated on members (account_id, updated_at, id);
-- The sweep looks only at batches that are in work.
create index batches_in_work on batches (id) where status in ('created', 'processing') and deleted_at is null;
