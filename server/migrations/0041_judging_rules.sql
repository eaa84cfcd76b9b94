-- The rules by which a completed batch is judged; null until it is completed, and in batches that an earlier
-- version completed.
alter table batches add column judging_rules jsonb;
