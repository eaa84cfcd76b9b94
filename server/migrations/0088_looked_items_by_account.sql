create index concurrently looked_items_account on looked_items (account_id);
