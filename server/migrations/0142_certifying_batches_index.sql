-- The batches of a project that certify versions, for what a blind audit of one hides.
create index concurrently batches_certifying on batches (account_id, project_id) where dataset_id is not null;
