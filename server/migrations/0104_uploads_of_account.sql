create unique index concurrently uploads_of_account on uploads (account_id, id);
