-- The order in which claims offer the items of a batch, within their priority: random, uncertainty or disagreement.
alter table batches add column queue_order text not null default 'random';
