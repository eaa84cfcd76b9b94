alter table sources drop constraint sources_kind_check;
-- squawk-ignore constraint-missing-not-valid -- an account has at most 50 sources
alter table sources add constraint sources_kind_check check (kind in ('s3', 'folder', 'http_manifest', 'huggingface'));
