-- What an answer kept for a repeat tells of: ids of batches, uploads and members, so that it goes when they do.
alter table idempotency_keys add column subjects text[] not null default '{}';

-- Null once the batch that the event told of was deleted: there is nothing left to send.
alter table events alter column body drop not null;

-- A batch is erased by its id.
create index tasks_batch on tasks (batch_id);
create index claim_cursors_batch on claim_cursors (batch_id);
