-- Requests of runs that have no answer yet. A request keeps its id when it is sent again, so that the model can tell.
create table model_requests (
  account_id text collate "C" not null,
  id text collate "C" not null check (id like 'mreq\_%'),
  run_id text collate "C" not null,
  batch_id text collate "C" not null,
  item_ids text[] not null,
  guideline_version integer not null,
  -- How often it was sent.
  attempt integer not null default 0,
  -- When it may be sent again: after a pause, or when its answer or reply is overdue.
  due_at timestamptz(3) not null,
  -- Why the last attempt failed.
  reason text,
  primary key (account_id, id)
);
-- squawk-ignore require-concurrent-index-creation -- the table is new and empty
create index model_requests_run on model_requests (account_id, run_id, due_at);
-- squawk-ignore require-concurrent-index-creation -- the table is new and empty
create index model_requests_batch on model_requests (account_id, batch_id);
