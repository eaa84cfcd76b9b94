-- What annotators of the project must answer right before they get real work; null: nothing.
alter table projects add column qualification jsonb;

-- How far a member's training in a project is. No row: it has not begun.
create table qualifications (
  account_id text collate "C" not null,
  project_id text collate "C" not null references projects (id) on delete cascade,
  member_id text collate "C" not null,
  status text not null check (status in ('training', 'passed', 'failed')),
  -- Counts all attempts, also those before somebody let the member start again; `attempt` counts from that.
  run integer not null,
  attempt integer not null,
  -- The project's settings when the attempt began.
  items integer not null,
  pass_mark double precision not null,
  answered integer not null,
  "right" integer not null,
  -- Of the attempt before; null if there was none.
  last_items integer,
  last_right integer,
  -- How the member passed: by training, by earlier work in the project, or because somebody let them.
  basis text check (basis in ('training', 'earlier_work', 'manager')),
  -- When they passed or failed, and who let them pass.
  decided_at timestamptz(3),
  decided_by text collate "C",
  primary key (member_id, project_id)
);
-- squawk-ignore require-concurrent-index-creation -- the table is new and empty
create index qualifications_project on qualifications (project_id);

-- The items that a member got in training, once in each attempt.
create table training_answers (
  account_id text collate "C" not null,
  project_id text collate "C" not null references projects (id) on delete cascade,
  member_id text collate "C" not null,
  run integer not null,
  batch_id text collate "C" not null,
  item_id text collate "C" not null,
  -- The last task by which the member got the item.
  task_id text collate "C" not null unique,
  -- Null until it is answered. A skip is wrong.
  "right" boolean,
  primary key (member_id, project_id, run, item_id)
);
-- squawk-ignore require-concurrent-index-creation -- the table is new and empty
create index training_answers_batch on training_answers (batch_id);
-- squawk-ignore require-concurrent-index-creation -- the table is new and empty
create index training_answers_project on training_answers (project_id);
