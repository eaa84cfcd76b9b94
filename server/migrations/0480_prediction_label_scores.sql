-- The probability of each label by name, for results that are one label.
alter table predictions add column label_scores jsonb;
