-- A file whose bytes stay in a bucket has no digest; it is the object at its position in `upload_objects`.
-- squawk-ignore ban-drop-not-null -- processes of the version before read null only for files by reference, which they do not make
alter table files alter column sha256 drop not null;
alter table sources drop constraint sources_mode_check;
-- squawk-ignore constraint-missing-not-valid -- an account has at most 50 sources
alter table sources add constraint sources_mode_check check (mode in ('copy', 'reference'));
