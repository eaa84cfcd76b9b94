-- The open questions of a batch, without the answered ones.
create index concurrently comments_open on comments (account_id, batch_id) where resolved_at is null and thread_id is null;
