-- From which rate to which a change of a member's pay went; null for all other changes.
alter table audit_log add column rate jsonb;
