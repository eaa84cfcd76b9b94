-- The batches that may have got work for somebody, and the last transaction that gave it (ADR 0075).
create table work_changes (
  account_id text collate "C" not null,
  batch_id text collate "C" not null,
  changed_by xid8 not null,
  primary key (account_id, batch_id)
);
-- The table is new.
-- squawk-ignore require-concurrent-index-creation
create index work_changes_since on work_changes (account_id, changed_by);
