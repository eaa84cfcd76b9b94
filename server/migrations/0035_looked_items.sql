-- The contents that populations of audits had, so that another batch of the same data does not get a fresh share
-- of the 5 %. `digest` is an HMAC under a key of the account. Rows stay when the batch is erased.
create table looked_items (
  digest bytea not null,
  batch_id text collate "C" not null,
  primary key (digest, batch_id)
);

-- The key of an account's digests, encrypted with the master key.
create table ledger_keys (
  account_id text collate "C" primary key references accounts (id),
  key_encrypted bytea not null
);

-- The round whose budget the current or last audit uses, 0 before the first; in batches that were last audited
-- by a version without this column it is 0 too, and `looks` has the rounds.
alter table batches add column budget_round integer not null default 0;
-- Rounds that other batches used on more than a tenth of the items before the current or last audit.
alter table batches add column earlier_rounds integer not null default 0;
-- Batches audited before with some of the same items: batch_id, shared_items, rounds.
alter table batches add column earlier jsonb not null default '[]';
