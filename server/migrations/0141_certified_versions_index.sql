-- A version has one batch that certifies it.
create unique index concurrently batches_certify on batches (account_id, dataset_id, dataset_version)
  where dataset_id is not null and deleted_at is null;
