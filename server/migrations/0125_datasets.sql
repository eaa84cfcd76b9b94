-- Items of a project's batches, chosen by a query.
create table datasets (
  id text collate "C" primary key check (id like 'ds\_%'),
  account_id text collate "C" not null references accounts (id),
  project_id text collate "C" not null references projects (id),
  name text not null,
  query jsonb not null,
  splits jsonb not null,
  last_version integer not null default 0,
  -- Its name is free again at once; a job removes its content.
  deleted_at timestamptz(3),
  created_at timestamptz(3) not null,
  updated_at timestamptz(3) not null
);
-- squawk-ignore require-concurrent-index-creation -- the table is new and empty
create index datasets_account on datasets (account_id, created_at, id);
-- squawk-ignore require-concurrent-index-creation -- the table is new and empty
create unique index datasets_name on datasets (account_id, name) where deleted_at is null;
-- squawk-ignore require-concurrent-index-creation -- the table is new and empty
create index datasets_project on datasets (project_id);

-- Frozen results of the query, each with the query and the splits as they were.
create table dataset_versions (
  account_id text collate "C" not null references accounts (id),
  dataset_id text collate "C" not null references datasets (id),
  version integer not null,
  status text not null check (status in ('processing', 'ready', 'failed', 'erased')),
  error text,
  query jsonb not null,
  splits jsonb not null,
  counts jsonb,
  certified boolean,
  sha256 text,
  size_bytes bigint,
  snapshot_at timestamptz(3),
  created_at timestamptz(3) not null,
  updated_at timestamptz(3) not null,
  primary key (dataset_id, version)
);
-- squawk-ignore require-concurrent-index-creation -- the table is new and empty
create index dataset_versions_account on dataset_versions (account_id);

-- The batches with items in a version.
create table dataset_batches (
  account_id text collate "C" not null references accounts (id),
  dataset_id text collate "C" not null references datasets (id),
  version integer not null,
  batch_id text collate "C" not null,
  status text not null,
  items integer not null,
  revision integer,
  certificate_id text,
  -- Of the dataset.jsonl that the certificate names.
  sha256 text,
  primary key (dataset_id, version, batch_id)
);
-- squawk-ignore require-concurrent-index-creation -- the table is new and empty
create index dataset_batches_batch on dataset_batches (account_id, batch_id);

-- The files of a version: `since` is the version that it is compared with, 0 for none; `split` is empty for all items.
create table dataset_files (
  account_id text collate "C" not null references accounts (id),
  dataset_id text collate "C" not null references datasets (id),
  version integer not null,
  since integer not null,
  split text not null,
  variant text not null,
  filename text not null,
  media_type text not null,
  sha256 text not null,
  size_bytes bigint not null,
  created_at timestamptz(3) not null,
  primary key (dataset_id, version, since, split, variant)
);
-- squawk-ignore require-concurrent-index-creation -- the table is new and empty
create index dataset_files_account on dataset_files (account_id);
-- squawk-ignore require-concurrent-index-creation -- the table is new and empty
create index dataset_files_sha256 on dataset_files (sha256);
