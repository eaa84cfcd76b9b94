-- Only events that wait, and few do.
create index concurrently comments_held on comments (id) where created_held or resolved_held;
