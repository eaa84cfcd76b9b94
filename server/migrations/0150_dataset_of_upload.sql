-- For an upload whose file is a dataset of another tool: its last import into a batch. Null for an upload of items.
alter table uploads add column dataset_import jsonb;
