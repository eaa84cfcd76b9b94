-- The projects of an account in which annotators are trained.
create index concurrently projects_with_training on projects (account_id) where qualification is not null;
