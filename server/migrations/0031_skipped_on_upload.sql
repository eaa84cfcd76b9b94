-- What an upload does with a file or line that cannot be an item, and how many it has left out.
alter table uploads add column on_error text not null default 'fail' check (on_error in ('fail', 'skip'));
alter table uploads add column skipped integer not null default 0;

-- What uploads with on_error 'skip' have left out, and why: at most 10,000 rows each.
create table upload_skips (
  upload_id text collate "C" not null references uploads (id) on delete cascade,
  position integer not null,
  -- The file, or the URL where no file came.
  filename text not null,
  -- Null for a whole file.
  line integer,
  reason text not null,
  primary key (upload_id, position)
);
