-- The newest guideline version of a project that a member has confirmed to have read.
create table guideline_confirmations (
  member_id text collate "C" not null references members (id) on delete cascade,
  project_id text collate "C" not null references projects (id) on delete cascade,
  version integer not null,
  confirmed_at timestamptz(3) not null,
  primary key (member_id, project_id)
);
create index guideline_confirmations_project on guideline_confirmations (project_id);
