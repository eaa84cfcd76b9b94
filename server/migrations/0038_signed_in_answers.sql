-- Whether a signed-in person sent the answer themselves; otherwise an API key named its member. Null in answers
-- from before.
alter table annotations add column by_person boolean;
