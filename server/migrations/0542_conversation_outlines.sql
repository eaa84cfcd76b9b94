-- What lists show of a conversation, written with it: messages of up to 5 MiB are not read for a page of items. Null for texts, and
-- for conversations that were uploaded before.
alter table file_lines add column outline jsonb;
