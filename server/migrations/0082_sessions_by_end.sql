create index concurrently sessions_end on sessions (expires_at);
