-- The last push of the version to the Hugging Face Hub; its token is in the job only, encrypted.
alter table dataset_versions add column push jsonb;
