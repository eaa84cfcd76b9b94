-- What the jobs of an upload have done while it is `processing` (ADR 0074), in order: URLs fetched, files read, links of lines
-- fetched, and lines left out. No foreign key: their lines are removed before them, also those of a deleted upload.
create table upload_steps (
  account_id text collate "C" not null,
  upload_id text collate "C" not null,
  kind text collate "C" not null check (kind in ('part', 'file', 'link', 'skip')),
  position integer not null,
  -- The stored bytes of the file.
  sha256 text,
  result jsonb not null,
  primary key (upload_id, kind, position)
);
-- squawk-ignore require-concurrent-index-creation -- the table is new and empty
create index upload_steps_sha256 on upload_steps (sha256) where sha256 is not null;

-- Where the jobs of the upload continue; null before their first step, and once its steps are files or are removed.
alter table uploads add column progress jsonb;
