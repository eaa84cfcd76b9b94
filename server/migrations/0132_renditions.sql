-- What is made of a file and kept: thumbnails, upright images, peaks of recordings. It can be made again. A process of the version
-- before does not know that rows name these bytes and may remove them.
create table renditions (
  account_id text collate "C" not null references accounts (id),
  file_id text collate "C" not null references files (id) on delete cascade,
  kind text collate "C" not null,
  content_type text not null,
  sha256 text not null,
  size_bytes bigint not null,
  created_at timestamptz(3) not null,
  primary key (file_id, kind)
);
-- squawk-ignore require-concurrent-index-creation -- the table is new and empty
create index renditions_account on renditions (account_id);
-- squawk-ignore require-concurrent-index-creation -- the table is new and empty
create index renditions_sha256 on renditions (sha256);
