create index concurrently certificates_by_entry on certificates (account_id, logged_at) where logged_at is not null;
