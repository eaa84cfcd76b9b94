-- In a batch that certifies a version, the item of the version: item_id, batch_id, external_id, split. Some databases have it by 0140.
alter table items add column if not exists copy_of jsonb;
