-- The key that signs checkpoints of the log, and the name that it signs under. The first process that needs it makes
-- it. Both stay for the life of the log, because readers know the log by them.
create table log_key (
  is_only boolean primary key default true check (is_only),
  origin text not null,
  public_key bytea not null check (length(public_key) = 32),
  private_key_encrypted bytea not null,
  created_at timestamptz(3) not null
);
