-- Gold in the queue (ADR 0028). Tasks and answers of kind 'gold' measure their annotator and count for nothing else.
alter table tasks drop constraint tasks_kind_check,
  add constraint tasks_kind_check check (kind in ('annotate', 'audit', 'adjudicate', 'gold'));
alter table annotations drop constraint annotations_kind_check,
  add constraint annotations_kind_check check (kind in ('annotate', 'audit', 'adjudicate', 'gold')),
  -- Whether the answer is acceptable beside the known one; null where none is known.
  add column gold_right boolean;
create index annotations_gold on annotations (batch_id, member_id) where gold_right is not null;
alter table items drop constraint items_origin_check,
  add constraint items_origin_check check (origin in ('consensus', 'adjudication', 'audit', 'prediction', 'gold'));

-- Where gold stands in its batch, so that a claim finds some at random by one probe.
alter table gold_answers add column draw double precision not null default random();
create index gold_answers_draw on gold_answers (batch_id, draw);
drop index gold_answers_batch;

-- Annotators who were paused in a project, and who let them go on.
create table pauses (
  id text collate "C" primary key,
  account_id text collate "C" not null,
  project_id text collate "C" not null references projects (id) on delete cascade,
  member_id text collate "C" not null,
  -- What was known then: the gold answers that counted, those that were right, and the policy's floor.
  gold_answered integer not null,
  gold_right integer not null,
  gold_floor double precision not null,
  -- When the last of them was right; null for never. Answers given later are queued again.
  passed_at timestamptz(3),
  paused_at timestamptz(3) not null,
  resumed_at timestamptz(3),
  -- The key by which it was lifted.
  resumed_by text collate "C"
);
create unique index pauses_active on pauses (member_id, project_id) where resumed_at is null;
create index pauses_project on pauses (project_id, member_id);

update batches set policy = '{"gold_share": 0.1, "gold_floor": null, "feedback": false}'::jsonb || policy;
