-- When a job of an account was last taken in each lane, by which the lanes give every account its turn (ADR 0067).
create table job_shares (
  account_id text collate "C" not null,
  lane text collate "C" not null,
  taken_at timestamptz not null,
  primary key (account_id, lane)
);
