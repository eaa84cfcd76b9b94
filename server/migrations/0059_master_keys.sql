-- The fingerprints of the master keys with which processes encrypt. A process that lacks one of them is refused at its start.
create table master_keys (
  fingerprint text primary key,
  created_at timestamptz not null
);
