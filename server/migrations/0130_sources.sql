-- Where an account's files lie: a bucket. `config` names it; the credentials are encrypted.
create table sources (
  id text collate "C" primary key check (id like 'src\_%'),
  account_id text collate "C" not null references accounts (id),
  -- Who created it in person; null by API key.
  member_id text collate "C",
  name text not null,
  kind text not null check (kind in ('s3')),
  mode text not null check (mode in ('copy')),
  config jsonb not null,
  credentials_encrypted bytea,
  credentials_hint text,
  status text not null default 'idle' check (status in ('idle', 'syncing', 'failed')),
  -- Where the job of a running sync continues.
  progress jsonb,
  -- Counts of the running sync, or of the last one.
  objects_seen bigint not null default 0,
  added bigint not null default 0,
  changed bigint not null default 0,
  skipped bigint not null default 0,
  error jsonb,
  metadata jsonb not null default '{}',
  synced_at timestamptz(3),
  created_at timestamptz(3) not null,
  updated_at timestamptz(3) not null
);
-- squawk-ignore require-concurrent-index-creation -- the table is new and empty
create index sources_account on sources (account_id, created_at, id);

-- The objects of a source from which the files of its uploads come: the file at `position` of the upload, or the part from
-- which its files are read. No foreign key: an erasure removes them before their upload.
create table upload_objects (
  account_id text collate "C" not null,
  upload_id text collate "C" not null,
  position integer not null,
  source_id text collate "C" not null,
  key text collate "C" not null,
  etag text collate "C" not null,
  version text,
  size_bytes bigint not null,
  primary key (upload_id, position)
);
-- A sync adds each object once; another etag is another object.
-- squawk-ignore require-concurrent-index-creation -- the table is new and empty
create unique index upload_objects_source on upload_objects (source_id, key, etag);

-- The source of the upload's files; it stays when the source is deleted.
alter table uploads add column source_id text collate "C";
