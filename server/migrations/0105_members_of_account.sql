create unique index concurrently members_of_account on members (account_id, id);
