-- Some databases allow both by 0134.
alter table sources drop constraint sources_mode_check;
-- squawk-ignore constraint-missing-not-valid -- an account has at most 50 sources
alter table sources add constraint sources_mode_check check (mode in ('copy', 'reference'));
