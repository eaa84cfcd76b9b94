-- Who changed what in an account, one row for each request that changed something. It holds ids alone: the names of
-- keys and members are read where they stand, so that what is erased there is erased here.
create table audit_log (
  id text collate "C" primary key,
  account_id text collate "C" not null references accounts (id),
  -- A key's or a member's id.
  actor_id text collate "C" not null,
  -- The operationId of openapi.json.
  action text not null,
  resource_id text collate "C" not null,
  request_id text not null,
  created_at timestamptz(3) not null
);
create index audit_log_account on audit_log (account_id, created_at, id);
create index audit_log_resource on audit_log (account_id, resource_id, created_at, id);
create index audit_log_old on audit_log (created_at);
