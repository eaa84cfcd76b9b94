-- How many files and items of each medium a ready upload has. Null for uploads that earlier versions made.
alter table uploads add column media_counts jsonb;
