-- What a member earns for an hour or an answer from a day (UTC) on, until the next rate begins.
create table pay_rates (
  account_id text collate "C" not null references accounts (id),
  member_id text collate "C" not null references members (id),
  starts_on date not null,
  unit text not null check (unit in ('hour', 'answer', 'accepted_answer')),
  amount numeric(15, 6) not null check (amount >= 0),
  currency text not null check (currency ~ '^[A-Z]{3}$'),
  set_by text collate "C" not null,
  set_at timestamptz(3) not null,
  primary key (account_id, member_id, starts_on)
);
