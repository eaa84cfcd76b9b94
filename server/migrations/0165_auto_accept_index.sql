create index concurrently items_auto_accept on items (account_id, batch_id, position) where auto_accept is not null;
