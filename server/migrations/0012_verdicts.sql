-- What a project may gate its verdicts by, for the batches from before.
update batches set policy =
  '{"overlap_share": 1, "label_floor": null, "max_spam_share": null}'::jsonb || policy;

-- Clusters of a completed batch whose items have groups: each group, and each item without one. Null where no item
-- has a group, and each is audited for itself.
alter table batches add column group_count integer;

-- A rank is that of a cluster: all its items have it.
alter table audits drop constraint audits_pkey, add primary key (batch_id, round, rank, item_id);
