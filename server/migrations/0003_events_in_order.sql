-- An event's place in its account's list, which it gets when the list is first read after its commit (ADR 0015):
-- whoever holds a place has seen every event before it. Microseconds of 1970, or more where two would meet.
alter table events add column place bigint;
create unique index events_place on events (account_id, place) where body is not null and place is not null;
create index events_unplaced on events (account_id, created_at, id) where body is not null and place is null;

-- What the sweep looks for.
create index events_age on events (created_at) where body is not null;
create index deliveries_age on deliveries (created_at) where status <> 'pending';
create index webhooks_deleted on webhooks (deleted_at) where deleted_at is not null;
