-- Ed25519 keys of the installation that sign certificates; `id` is the SHA-256 of the public key's SPKI DER.
-- One of them signs: the one that is not retired.
create table signing_keys (
  id text collate "C" primary key check (id ~ '^[0-9a-f]{64}$'),
  public_key text not null,
  private_key_encrypted bytea not null,
  created_at timestamptz(3) not null,
  retired_at timestamptz(3),
  revoked_at timestamptz(3),
  check (revoked_at is null or retired_at is not null)
);
create unique index signing_keys_current on signing_keys ((true)) where retired_at is null;

-- The signed verdict on a batch, one per revision; it outlives the batch's data.
create table certificates (
  id text collate "C" primary key check (id like 'cert\_%'),
  account_id text collate "C" not null references accounts (id),
  batch_id text collate "C" not null references batches (id),
  revision integer not null,
  envelope jsonb not null,
  issued_at timestamptz(3) not null,
  revoked_at timestamptz(3),
  revoked_reason text,
  unique (batch_id, revision)
);
create index certificates_revoked on certificates (revoked_at) where revoked_at is not null;
