-- How likely the label of an accepted item is wrong, 0 to 1, and the evidence; null where there is none of its kind.
create table suspicions (
  account_id text collate "C" not null,
  batch_id text collate "C" not null,
  item_id text collate "C" not null,
  -- Of the item in the batch.
  position integer not null,
  suspicion real not null,
  answers real,
  models real,
  neighbors real,
  computed_at timestamptz(3) not null,
  primary key (account_id, item_id)
);
-- squawk-ignore require-concurrent-index-creation -- the table is new and empty
create index suspicions_order on suspicions (account_id, batch_id, suspicion desc, position);
