-- How far the items of a large batch have been added; null once all exist, as they do in every batch made before.
alter table batches add column filling jsonb;
