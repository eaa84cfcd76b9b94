create index concurrently digests_due on digests (due_at);
