-- The labels that models give instead of the accepted one. Null for suspicions of an earlier version.
alter table suspicions add column predicted jsonb;
