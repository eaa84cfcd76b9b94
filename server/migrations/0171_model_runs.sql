-- A model's work through the items of a batch. It is in work while it is running, and can go on while it is paused, stopped or failed.
create table model_runs (
  account_id text collate "C" not null references accounts (id),
  id text collate "C" not null check (id like 'run\_%'),
  batch_id text collate "C" not null,
  model_id text collate "C" not null,
  model_name text not null,
  model_version text not null,
  -- Who asked for it in person; null by API key.
  member_id text collate "C",
  status text not null check (status in ('running', 'paused', 'stopped', 'failed', 'canceled', 'finished')),
  -- Why it stopped or failed.
  reason text,
  filter jsonb not null,
  -- The position up to which items are in requests, and whether these are all.
  position integer not null default 0,
  is_taken boolean not null default false,
  item_count integer not null,
  predicted_count integer not null default 0,
  error_count integer not null default 0,
  cost double precision not null default 0,
  max_cost double precision,
  -- Requests given up since one was answered.
  lost_in_a_row integer not null default 0,
  created_at timestamptz(3) not null,
  updated_at timestamptz(3) not null,
  finished_at timestamptz(3),
  primary key (account_id, id)
);
-- squawk-ignore require-concurrent-index-creation -- the table is new and empty
create index model_runs_batch on model_runs (account_id, batch_id, created_at, id);
-- A model has one run at a time in a batch that can go on.
-- squawk-ignore require-concurrent-index-creation -- the table is new and empty
create unique index model_runs_open on model_runs (account_id, model_id, batch_id)
  where status in ('running', 'paused', 'stopped', 'failed');
