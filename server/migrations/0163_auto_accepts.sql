-- The runs of auto-accept of a batch, numbered from 1. At most one is under way.
create table auto_accepts (
  account_id text collate "C" not null,
  batch_id text collate "C" not null,
  number integer not null,
  model text not null,
  version text,
  max_wrong double precision not null,
  confidence double precision not null,
  check_size integer not null,
  status text not null check (status in ('holding', 'checking', 'accepting', 'finished', 'canceled')),
  -- The position up to which the items have been held, or accepted and released.
  after integer not null default 0,
  accepted integer not null default 0,
  -- Null until all checks are answered: {"population", "checked", "steps", "chosen"}.
  outcome jsonb,
  created_at timestamptz(3) not null,
  updated_at timestamptz(3) not null,
  primary key (account_id, batch_id, number)
);
-- squawk-ignore require-concurrent-index-creation -- the table is new
create unique index auto_accepts_active on auto_accepts (account_id, batch_id)
  where status in ('holding', 'checking', 'accepting');
