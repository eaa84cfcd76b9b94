-- How the sample of a round was drawn (docs/log.md). The seed is committed to before the labels exist, `root` fixes
-- the labels, and only then the nonce is added; the sample is ordered by HMAC-SHA-256(seed, nonce || item id). The
-- seed stands in the clear from then on: nothing that it decides can change. `…_at` are positions in the log.
create table draws (
  batch_id text collate "C" not null references batches (id),
  round integer not null,
  seed_encrypted bytea not null,
  seed_sha256 text not null check (seed_sha256 ~ '^[0-9a-f]{64}$'),
  committed_at bigint not null,
  -- The guideline version whose label names the root covers.
  names_version integer,
  root text check (root ~ '^[0-9a-f]{64}$'),
  items integer,
  fixed_at bigint,
  source text check (source in ('nonce', 'beacon', 'log')),
  nonce text,
  challenged_at bigint,
  seed text check (seed ~ '^[0-9a-f]{64}$'),
  primary key (batch_id, round),
  check ((root is null) = (fixed_at is null) and (root is null) = (items is null) and (root is null) = (names_version is null)),
  check ((nonce is null) = (seed is null) and (nonce is null) = (source is null) and (nonce is null) = (challenged_at is null)),
  check (nonce is null or root is not null)
);

-- Samples were ordered by this random number. A draw by a version that still does fails, and its job is repeated.
alter table items drop column audit_rank;
