-- What people say of an item, or of a place in it. A thread is a first comment and its replies (`thread_id`).
create table comments (
  id text collate "C" primary key,
  account_id text collate "C" not null references accounts (id),
  batch_id text collate "C" not null references batches (id),
  item_id text collate "C" not null,
  annotation_id text collate "C",
  thread_id text collate "C",
  member_id text collate "C" not null,
  place jsonb,
  text text not null,
  resolved_at timestamptz(3),
  resolved_by text collate "C",
  created_at timestamptz(3) not null,
  updated_at timestamptz(3) not null,
  check (thread_id is null or resolved_at is null)
);
create index comments_account on comments (account_id, created_at, id);
create index comments_updated on comments (account_id, updated_at, id);
create index comments_item on comments (item_id);
create index comments_batch on comments (batch_id);
create index comments_thread on comments (thread_id) where thread_id is not null;
