-- A batch that certifies a version of a dataset; null for all others.
alter table batches add column dataset_id text collate "C";
alter table batches add column dataset_version integer;
-- In such a batch, the item of the version: item_id, batch_id, external_id, split.
alter table items add column copy_of jsonb;
-- The guideline version whose label names a version has; null in versions that are not built.
alter table dataset_versions add column guideline_version integer;
