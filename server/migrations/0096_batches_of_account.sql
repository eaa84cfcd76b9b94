create unique index concurrently batches_of_account on batches (account_id, id);
