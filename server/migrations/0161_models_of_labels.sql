-- {"name", "version", "score"} of the model whose prediction is the item's label. It counts only where `origin` is `prediction`.
alter table items add column model jsonb;
