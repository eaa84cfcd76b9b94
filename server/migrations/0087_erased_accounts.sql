-- The deletion of an account deletes its events, after the deliveries of each. No index begins with `event_id`, so that the check of
-- this foreign key would read all deliveries for every event. The locks are in the order in which requests take them.
lock table events, deliveries in access exclusive mode;
alter table deliveries drop constraint if exists deliveries_event_id_fkey;

-- Revoked certificates whose account was deleted: whoever has one must still learn that it is revoked.
create table former_revocations (
  certificate_id text collate "C" primary key,
  revoked_at timestamptz(3) not null
);
