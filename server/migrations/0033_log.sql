-- The installation's transparency log (docs/log.md): entries in order, and the hashes of its complete Merkle subtrees
-- (RFC 6962, section 2.1), so that tiles and proofs are read and not computed. Level 0 is the hash of the entry at
-- that position; each further level hashes two neighbors of the level below.
create table log_entries (
  position bigint primary key check (position >= 0),
  entry bytea not null
);
create table log_hashes (
  level smallint not null check (level between 0 and 62),
  position bigint not null check (position >= 0),
  hash bytea not null check (length(hash) = 32),
  primary key (level, position)
);

create function refuse_change_of_log() returns trigger language plpgsql as $$
begin
  raise exception 'the log is append-only: % of % is refused', lower(tg_op), tg_table_name
    using errcode = 'insufficient_privilege';
end
$$;
create trigger append_only before update or delete or truncate on log_entries
  for each statement execute function refuse_change_of_log();
create trigger append_only before update or delete or truncate on log_hashes
  for each statement execute function refuse_change_of_log();

-- Entries name a batch or certificate by its HMAC with this key, so that nobody can tell from the log which ids exist.
create table log_pseudonyms (
  is_only boolean primary key default true check (is_only),
  key bytea not null check (length(key) = 32)
);
insert into log_pseudonyms (key)
  values (sha256(uuid_send(gen_random_uuid()) || uuid_send(gen_random_uuid()) || uuid_send(gen_random_uuid())));
