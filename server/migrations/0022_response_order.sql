-- The ids of the responses of an item in the order in which the annotator saw them; null where it has none, and for
-- answers made elsewhere.
alter table annotations add column response_order text[];
