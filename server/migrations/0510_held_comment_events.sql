-- Events of comments that wait for the verdict of an audit (ADR 0096).
alter table comments add column created_held boolean not null default false;
alter table comments add column resolved_held boolean not null default false;
