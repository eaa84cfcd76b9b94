-- The prediction that the answer's item had when its task was claimed, whether the task showed it, and how far the answer is from it.
alter table annotations add column prediction jsonb;
