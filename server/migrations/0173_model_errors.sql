-- The items of runs for which the model gave no valid result.
create table model_errors (
  account_id text collate "C" not null,
  run_id text collate "C" not null,
  item_id text collate "C" not null,
  batch_id text collate "C" not null,
  -- Of the item in the batch.
  position integer not null,
  reason text not null,
  created_at timestamptz(3) not null,
  primary key (account_id, run_id, item_id)
);
-- squawk-ignore require-concurrent-index-creation -- the table is new and empty
create index model_errors_position on model_errors (account_id, run_id, position);
-- squawk-ignore require-concurrent-index-creation -- the table is new and empty
create index model_errors_batch on model_errors (account_id, batch_id);
