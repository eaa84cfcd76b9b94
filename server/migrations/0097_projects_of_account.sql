create unique index concurrently projects_of_account on projects (account_id, id);
