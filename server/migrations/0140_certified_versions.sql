-- A batch that certifies a version of a dataset; null for all others.
alter table batches add column dataset_id text collate "C";
alter table batches add column dataset_version integer;
