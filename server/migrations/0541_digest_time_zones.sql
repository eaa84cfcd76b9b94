-- The IANA time zone by whose clocks a digest is due; null: whole days after the choice.
alter table digests add column time_zone text;
-- How often the mail server did not take the mail that is due.
alter table digests add column tries integer not null default 0;
