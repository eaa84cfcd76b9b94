-- Models that the account may ask for predictions. A model's predictions are known by its name and version.
create table models (
  account_id text collate "C" not null references accounts (id),
  id text collate "C" not null check (id like 'model\_%'),
  -- Who registered it in person; null by API key.
  member_id text collate "C",
  name text not null,
  version text not null,
  kind text not null check (kind in ('pushed', 'http', 'openai')),
  -- Null for the kind pushed, as are the two columns of its secret.
  url text,
  secret_encrypted bytea,
  secret_hint text,
  annotation_types text[] not null,
  batch_size integer not null,
  concurrency integer not null,
  timeout_ms integer not null,
  -- {"per_1000_items", "per_million_input_tokens", "per_million_output_tokens"}, each optional.
  price jsonb,
  last_success_at timestamptz(3),
  -- {"at", "reason"} of the last request that failed.
  last_error jsonb,
  created_at timestamptz(3) not null,
  updated_at timestamptz(3) not null,
  primary key (account_id, id),
  unique (account_id, name, version)
);
-- squawk-ignore require-concurrent-index-creation -- the table is new and empty
create index models_account on models (account_id, created_at, id);
