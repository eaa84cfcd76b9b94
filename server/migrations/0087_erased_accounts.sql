-- Revoked certificates whose account was deleted: whoever has one must still learn that it is revoked.
create table former_revocations (
  certificate_id text collate "C" primary key,
  revoked_at timestamptz(3) not null,
  -- Null if it was revoked before the account was deleted: the reason went with the account.
  revoked_reason text
);
