-- Every computation of a batch's labels from all its answers, the one in force last (ADR 0024).
alter table batches add column consensus jsonb not null default '[]';
