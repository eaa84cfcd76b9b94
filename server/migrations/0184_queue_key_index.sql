-- Only items that the job has still to place are in it, so other items cost nothing.
create index concurrently items_queue_key on items (batch_id, queue_key, id) where queue_key is not null;
