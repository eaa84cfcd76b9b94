-- The people who want a daily mail with what waits for them (ADR 0099). Nobody else has a row.
create table digests (
  account_id text collate "C" not null references accounts (id),
  member_id text collate "C" primary key references members (id),
  -- When the next one is due. A mail moves it on before it is sent.
  due_at timestamptz(3) not null,
  -- Outcomes of batches since then are new.
  checked_at timestamptz(3) not null,
  -- How much waited at the last check, by a key that names what.
  told jsonb not null
);
