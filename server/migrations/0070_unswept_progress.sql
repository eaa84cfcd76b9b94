-- Whether the counts of a shard have changed since the sweep looked at its batch, so that the sweep reads only those (ADR 0068).
alter table batch_progress add column unswept boolean not null default true;
