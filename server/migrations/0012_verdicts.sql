-- What a project may gate its verdicts by, for the batches from before.
update batches set policy =
  '{"overlap_share": 1, "label_floor": null, "max_spam_share": null}'::jsonb || policy;

-- Clusters of a completed batch whose items have groups: each group, and each item without one. Null where no item
-- has a group, and each is audited for itself.
alter table batches add column group_count integer;

-- A rank is that of a cluster: all its items have it.
alter table audits drop constraint audits_pkey, add primary key (batch_id, round, rank, item_id);
-- The stage of the work on a new revision of a certified batch, and null while there is none: the batch's status
-- stays certified meanwhile.
alter table batches
  add column amendment text check (amendment in ('processing', 'completed', 'failed')),
  add column stage text not null generated always as (coalesce(amendment, status)) stored,
  add check (amendment is null or status = 'certified');
create index batches_open_stage on batches (account_id, project_id) where stage in ('created', 'processing', 'completed');
drop index batches_open;
create index batches_stage_in_work on batches (id) where stage in ('created', 'processing') and deleted_at is null;
drop index batches_in_work;
