-- The groups of members who are given work of a project; none: everybody (ADR 0037).
alter table projects add column groups text[] not null default '{}';
