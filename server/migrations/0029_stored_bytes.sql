-- What the files of an upload take, with those that were unpacked and fetched. Null until they are stored, and for
-- uploads of earlier versions: size_bytes counts then.
alter table uploads add column stored_bytes bigint;
