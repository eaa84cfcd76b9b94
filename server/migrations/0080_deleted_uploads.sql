-- Set when an upload is deleted: the API no longer shows it, and a job removes its rows and bytes. Its status is then
-- `expired`, by which the version before refuses to use it.
alter table uploads add column deleted_at timestamptz(3);
