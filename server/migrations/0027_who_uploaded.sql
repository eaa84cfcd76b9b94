-- The member who made an upload or a bulk job in person: members limited to certain projects see their own ones.
alter table uploads add column member_id text collate "C" references members (id);
alter table bulk_jobs add column member_id text collate "C" references members (id);
