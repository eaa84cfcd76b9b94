-- Ids are text under "C" collation: compared by bytes, so that ULID order is index order on any server.
-- Times come from the caller (deps.now()); no column has a clock of its own.

create table accounts (
  id text collate "C" primary key check (id like 'acct\_%'),
  name text not null,
  owner_email text,
  plan text not null check (plan in ('starter', 'growth', 'enterprise')),
  rate_limit_per_minute integer not null check (rate_limit_per_minute > 0),
  created_at timestamptz(3) not null,
  updated_at timestamptz(3) not null
);

create table api_keys (
  id text collate "C" primary key check (id like 'key\_%'),
  account_id text collate "C" not null references accounts (id),
  name text not null,
  hash bytea not null unique,
  prefix text not null,
  last4 text not null,
  scopes text[] not null,
  created_at timestamptz(3) not null,
  last_used_at timestamptz(3),
  expires_at timestamptz(3),
  revoked_at timestamptz(3)
);
create index api_keys_account on api_keys (account_id, created_at, id);

create table members (
  id text collate "C" primary key check (id like 'mem\_%'),
  account_id text collate "C" not null references accounts (id),
  name text not null,
  email text,
  role text not null check (role in ('owner', 'manager', 'reviewer', 'annotator', 'viewer')),
  -- How the member came to be: 'account' with the account itself, 'invited' by POST /v1/members,
  -- 'key' and 'external' on first use. Only an 'account' owner who never acted does not count as a second person.
  origin text not null check (origin in ('account', 'invited', 'key', 'external')),
  external_id text,
  key_id text collate "C",
  project_ids text[],
  groups text[] not null default '{}',
  active boolean not null default true,
  last_active_at timestamptz(3),
  created_at timestamptz(3) not null,
  updated_at timestamptz(3) not null,
  deactivated_at timestamptz(3),
  deleted_at timestamptz(3)
);
create unique index members_external on members (account_id, external_id);
create unique index members_key on members (account_id, key_id);
create unique index members_email on members (account_id, lower(email));
create index members_account on members (account_id, created_at, id);

create table projects (
  id text collate "C" primary key check (id like 'proj\_%'),
  account_id text collate "C" not null references accounts (id),
  name text not null,
  -- As the client sent them (aliases included); `canonical_type` is what the code asks.
  annotation_type text not null,
  canonical_type text not null,
  export_format text not null,
  quality_level text not null,
  status text not null check (status in ('active', 'paused', 'archived')),
  description text,
  instructions text,
  labels jsonb not null default '[]',
  fields jsonb not null default '[]',
  type_options jsonb not null default '{}',
  quality_policy jsonb not null default '{}',
  metadata jsonb not null default '{}',
  guideline_version integer not null default 1,
  batch_count integer not null default 0,
  created_at timestamptz(3) not null,
  updated_at timestamptz(3) not null
);
create index projects_account on projects (account_id, created_at, id);

create table project_versions (
  project_id text collate "C" not null references projects (id) on delete cascade,
  version integer not null,
  labels jsonb not null,
  instructions text,
  fields jsonb not null,
  type_options jsonb not null,
  created_at timestamptz(3) not null,
  primary key (project_id, version)
);

create table uploads (
  id text collate "C" primary key check (id like 'upl\_%'),
  account_id text collate "C" not null references accounts (id),
  status text not null check (status in ('pending', 'uploading', 'processing', 'ready', 'failed', 'expired')),
  filename text,
  content_type text,
  size_bytes bigint not null default 0,
  sha256 text,
  file_count integer not null default 0,
  -- What is still to be fetched or parsed while the status is 'processing'.
  source jsonb,
  metadata jsonb not null default '{}',
  error jsonb,
  created_at timestamptz(3) not null,
  updated_at timestamptz(3) not null,
  expires_at timestamptz(3)
);
create index uploads_account on uploads (account_id, created_at, id);
create index uploads_unfinished on uploads (expires_at) where status in ('pending', 'uploading', 'processing');

-- A stored file. `medium` says how it becomes items: 'image' and 'text' are one item each, 'lines' is one
-- item per row of file_lines. A file fetched for a line's `url` has that file as parent and is no item itself.
create table files (
  id text collate "C" primary key check (id like 'file\_%'),
  account_id text collate "C" not null references accounts (id),
  upload_id text collate "C" not null references uploads (id) on delete cascade,
  parent_file_id text collate "C",
  position integer not null,
  filename text not null,
  content_type text not null,
  size_bytes bigint not null,
  sha256 text not null,
  medium text not null check (medium in ('image', 'text', 'lines', 'other')),
  width integer,
  height integer,
  line_count integer,
  status text not null check (status in ('ready', 'failed')),
  error text,
  created_at timestamptz(3) not null
);
create unique index files_upload on files (upload_id, position);
create index files_sha256 on files (sha256);
create index files_parent on files (parent_file_id) where parent_file_id is not null;

-- The content of text items, apart from their state in `items`: many batches may share a file, and a claim
-- rewrites a narrow row. Line 0 is the whole of a text file; lines of JSONL and CSV count from 1.
create table file_lines (
  file_id text collate "C" not null,
  line integer not null,
  text text,
  conversation jsonb,
  media_file_id text collate "C",
  external_id text,
  "group" text,
  priority integer not null default 0,
  metadata jsonb not null default '{}',
  primary key (file_id, line)
);

create table batches (
  id text collate "C" primary key check (id like 'batch\_%'),
  account_id text collate "C" not null references accounts (id),
  -- No foreign key: the tombstone of a deleted batch outlives its project.
  project_id text collate "C" not null,
  name text not null,
  status text not null check (status in ('created', 'processing', 'completed', 'certified', 'failed')),
  priority text not null check (priority in ('low', 'normal', 'high')),
  hold boolean not null default false,
  revision integer not null default 1,
  round integer not null default 1,
  metadata jsonb not null default '{}',
  -- Frozen from the project when the batch was created.
  canonical_type text not null,
  export_format text not null,
  required_level text not null check (required_level in ('none', 'basic', 'standard', 'premium', 'elite')),
  policy jsonb not null,
  file_count integer not null,
  item_count integer not null,
  -- `looks` are the looks judged so far, of all rounds; `audit` is the one under way.
  looks jsonb not null default '[]',
  audit jsonb,
  quality_score integer,
  certification_level text,
  failure_reasons jsonb not null default '[]',
  created_at timestamptz(3) not null,
  updated_at timestamptz(3) not null,
  processing_at timestamptz(3),
  completed_at timestamptz(3),
  certified_at timestamptz(3),
  failed_at timestamptz(3),
  deleted_at timestamptz(3)
);
create index batches_account on batches (account_id, created_at, id);
create index batches_project on batches (project_id, created_at, id);
-- The items of a project are walked by batch id and position.
create index batches_project_walk on batches (project_id, id);
create index batches_open on batches (account_id, project_id) where status in ('created', 'processing', 'completed');

create table batch_files (
  batch_id text collate "C" not null references batches (id) on delete cascade,
  position integer not null,
  file_id text collate "C" not null,
  primary key (batch_id, position)
);
create index batch_files_file on batch_files (file_id);

-- Counts of a batch, spread over shards (as many as transactions have met) so that submits do not queue for one
-- row. A batch is complete when accepted + excluded, summed over its shards, is its item_count.
create table batch_progress (
  batch_id text collate "C" not null,
  shard integer not null,
  accepted integer not null default 0,
  excluded integer not null default 0,
  answers integer not null default 0,
  primary key (batch_id, shard)
) with (fillfactor = 50);

-- No foreign keys here and on the tables of answers: a million rows are inserted in one statement, and
-- batches are never deleted (a tombstone stays).
create table items (
  id text collate "C" primary key,
  batch_id text collate "C" not null,
  position integer not null,
  file_id text collate "C" not null,
  line integer,
  external_id text,
  "group" text,
  priority integer not null,
  metadata jsonb not null,
  status text not null default 'open' check (status in ('open', 'accepted', 'excluded')),
  round integer not null default 1,
  overlap_required smallint not null,
  answer_count smallint not null default 0,
  skip_count smallint not null default 0,
  -- Answers that may still be claimed: overlap_required - answer_count - live leases; 0 once accepted.
  open_slots smallint not null,
  -- The order of claims is (priority desc, turn, claim_order). Whatever becomes claimable again takes a
  -- new, higher turn, so that it lies ahead of every member's cursor.
  turn bigint not null default 0,
  claim_order bigint not null,
  -- Secret and random: the audit sample of a round is the lowest ranks. Never leaves the service.
  audit_rank uuid not null default gen_random_uuid(),
  result jsonb,
  -- The guideline version whose label names `result` is given in.
  guideline_version integer,
  fields jsonb,
  support real,
  origin text check (origin in ('consensus', 'adjudication', 'audit', 'prediction')),
  excluded_reason text,
  constraint items_slots check (open_slots >= 0)
) with (fillfactor = 90);
create unique index items_position on items (batch_id, position);
create unique index items_external on items (batch_id, external_id) where external_id is not null;
create index items_claim on items (batch_id, priority desc, turn, claim_order) where open_slots > 0;

create sequence item_turns;

create table claim_cursors (
  member_id text collate "C" not null,
  batch_id text collate "C" not null,
  priority integer not null,
  turn bigint not null,
  claim_order bigint not null,
  primary key (member_id, batch_id, priority)
) with (fillfactor = 50);

create table tasks (
  id text collate "C" primary key,
  account_id text collate "C" not null,
  batch_id text collate "C" not null,
  item_id text collate "C" not null,
  kind text not null check (kind in ('annotate', 'audit', 'adjudicate')),
  round integer not null,
  status text not null check (status in ('open', 'leased', 'submitted', 'skipped', 'released', 'expired', 'canceled')),
  member_id text collate "C",
  guideline_version integer not null,
  lease_expires_at timestamptz(3),
  leased_at timestamptz(3),
  draft jsonb,
  revision integer not null default 0,
  reason text,
  client_id text,
  annotation_id text collate "C",
  created_at timestamptz(3) not null,
  updated_at timestamptz(3) not null
);
-- Never the same item twice to a member in one round, whatever two claims at once may see.
create unique index tasks_once on tasks (item_id, member_id, round, kind)
  where status in ('leased', 'submitted', 'skipped');
create index tasks_open on tasks (batch_id, kind, id) where status = 'open';
create index tasks_open_item on tasks (item_id) where status = 'open';
-- What is leased, and what rework keeps open for somebody: only these have a time.
create index tasks_leases on tasks (lease_expires_at) where lease_expires_at is not null;
-- A member's last answers, which can be reopened.
create index tasks_submitted on tasks (member_id, updated_at, id) where status = 'submitted';

create table annotations (
  id text collate "C" primary key,
  account_id text collate "C" not null,
  batch_id text collate "C" not null,
  item_id text collate "C" not null,
  task_id text collate "C",
  member_id text collate "C" not null,
  kind text not null check (kind in ('annotate', 'audit', 'adjudicate')),
  round integer not null,
  -- Counts a member's answers to one item in one round: reopening adds a row, nothing is overwritten.
  version integer not null,
  superseded_at timestamptz(3),
  guideline_version integer not null,
  result jsonb not null,
  fields jsonb,
  active_ms integer,
  client_id text,
  created_at timestamptz(3) not null
);
create unique index annotations_once on annotations (item_id, member_id, kind, round, version);
create index annotations_batch on annotations (batch_id, id);

-- The audit sample: one row per drawn item and round, with the label that was judged.
create table audits (
  batch_id text collate "C" not null,
  round integer not null,
  rank integer not null,
  look integer not null,
  item_id text collate "C" not null,
  task_id text collate "C" not null,
  judged jsonb,
  acceptable boolean,
  corrected jsonb,
  corrected_fields jsonb,
  independent boolean not null default true,
  annotation_id text collate "C",
  reason text,
  primary key (batch_id, round, rank)
);
create unique index audits_item on audits (item_id, round);

create table gold_answers (
  item_id text collate "C" primary key,
  batch_id text collate "C" not null,
  -- The guideline version whose label names `result` is given in.
  guideline_version integer not null,
  result jsonb not null,
  fields jsonb,
  created_at timestamptz(3) not null
);
create index gold_answers_batch on gold_answers (batch_id);

create table predictions (
  id text collate "C" primary key,
  batch_id text collate "C" not null,
  item_id text collate "C" not null,
  model text not null,
  score real,
  guideline_version integer not null,
  result jsonb not null,
  created_at timestamptz(3) not null
);
create unique index predictions_item on predictions (item_id, model);
create index predictions_batch on predictions (batch_id);

-- A change of many items. `after` is the last place it has passed, kept in the transaction of each step, so
-- that a job which is run again goes on where it was.
create table bulk_jobs (
  id text collate "C" primary key check (id like 'job\_%'),
  account_id text collate "C" not null references accounts (id),
  action text not null,
  -- What was asked, as long as it is not done.
  request jsonb,
  after jsonb,
  item_count integer not null,
  changed_count integer not null default 0,
  created_at timestamptz(3) not null,
  finished_at timestamptz(3)
);

-- A file made from a batch's frozen dataset, kept under its digest.
create table artefacts (
  batch_id text collate "C" not null,
  revision integer not null,
  variant text not null,
  filename text not null,
  media_type text not null,
  sha256 text not null,
  size_bytes bigint not null,
  created_at timestamptz(3) not null,
  primary key (batch_id, revision, variant)
);
create index artefacts_sha256 on artefacts (sha256);

create table exports (
  id text collate "C" primary key check (id like 'exp\_%'),
  account_id text collate "C" not null references accounts (id),
  project_id text collate "C" not null,
  batch_id text collate "C",
  format text not null,
  include text not null check (include in ('accepted', 'all_answers')),
  bundle boolean not null default false,
  media boolean not null default false,
  status text not null check (status in ('processing', 'ready', 'failed')),
  error text,
  filename text,
  media_type text,
  sha256 text,
  size_bytes bigint,
  item_count integer,
  batch_status text,
  snapshot_at timestamptz(3),
  created_at timestamptz(3) not null,
  updated_at timestamptz(3) not null
);
create index exports_account on exports (account_id, created_at, id);
create index exports_sha256 on exports (sha256);

create table webhooks (
  id text collate "C" primary key check (id like 'wh\_%'),
  account_id text collate "C" not null references accounts (id),
  url text not null,
  -- Null means every event type, also those added later.
  events text[],
  description text,
  enabled boolean not null default true,
  disabled_at timestamptz(3),
  disabled_reason text check (disabled_reason in ('delivery_failures', 'manual')),
  secret_encrypted bytea not null,
  secret_hint text not null,
  metadata jsonb not null default '{}',
  created_at timestamptz(3) not null,
  updated_at timestamptz(3) not null,
  deleted_at timestamptz(3)
);
create index webhooks_account on webhooks (account_id, created_at, id) where deleted_at is null;

create table events (
  id text collate "C" primary key check (id like 'evt\_%'),
  account_id text collate "C" not null references accounts (id),
  type text not null,
  -- The bytes that are signed and sent, made once; text, not jsonb, which would reorder keys.
  body text not null,
  created_at timestamptz(3) not null
);
create index events_account on events (account_id, created_at, id);

-- A delivery's due_at is its schedule and its lease in one: a claim moves it ahead by the lease, so a worker
-- that dies needs no reaper. Only pending deliveries have one. claimed_at tells the lease from the schedule.
create table deliveries (
  id text collate "C" primary key check (id like 'dlv\_%'),
  account_id text collate "C" not null,
  webhook_id text collate "C" not null references webhooks (id),
  event_id text collate "C" not null references events (id),
  event_type text not null,
  status text not null check (status in ('pending', 'delivered', 'failed', 'skipped', 'canceled')),
  trigger text not null check (trigger in ('event', 'replay', 'test')),
  attempt_count integer not null default 0,
  due_at timestamptz(3),
  claimed_at timestamptz(3),
  created_at timestamptz(3) not null,
  delivered_at timestamptz(3),
  unique (webhook_id, event_id),
  check ((status = 'pending') = (due_at is not null))
);
create index deliveries_due on deliveries (due_at) where status = 'pending';
-- Walked webhook by webhook, so that the backlog of one costs the others nothing.
create index deliveries_due_webhook on deliveries (webhook_id, due_at) where status = 'pending';
create index deliveries_webhook on deliveries (webhook_id, created_at, id);

create table delivery_attempts (
  id text collate "C" primary key check (id like 'att\_%'),
  delivery_id text collate "C" not null references deliveries (id) on delete cascade,
  attempt integer not null,
  started_at timestamptz(3) not null,
  duration_ms integer not null,
  status_code integer,
  error_code text,
  response_body text
);
create index delivery_attempts_delivery on delivery_attempts (delivery_id, attempt);

create table notifications (
  id text collate "C" primary key,
  account_id text collate "C" not null references accounts (id),
  recipient text,
  subject text not null,
  body text not null,
  created_at timestamptz(3) not null,
  sent_at timestamptz(3)
);
create index notifications_account on notifications (account_id, created_at, id);

create table idempotency_keys (
  account_id text collate "C" not null,
  method text not null,
  path text not null,
  key text not null,
  fingerprint text,
  lease_expires_at timestamptz(3),
  status integer,
  location text,
  -- Encrypted: an answer may hold a secret that is shown once.
  body_encrypted bytea,
  created_at timestamptz(3) not null,
  expires_at timestamptz(3) not null,
  primary key (account_id, method, path, key)
);
create index idempotency_keys_expiry on idempotency_keys (expires_at);

-- Signs of life of the processes that run jobs: the queue does not know when one was killed.
create table job_workers (
  id text collate "C" primary key,
  seen_at timestamptz(3) not null
);
