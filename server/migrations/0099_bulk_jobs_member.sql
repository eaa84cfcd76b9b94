create index concurrently bulk_jobs_member on bulk_jobs (member_id) where member_id is not null;
