-- The secret before the last rotation signs too until it expires.
alter table webhooks
  add column previous_secret_encrypted bytea,
  add column previous_secret_expires_at timestamptz(3),
  add check ((previous_secret_encrypted is null) = (previous_secret_expires_at is null));
create index webhooks_previous_secret on webhooks (previous_secret_expires_at)
  where previous_secret_expires_at is not null;

alter table deliveries
  -- Attempts that do not move the schedule on: those asked for one by one, and those before a replay.
  add column uncounted_attempts integer not null default 0,
  -- Set by whoever asks for one attempt more: what the delivery is again, and when it is due, should that fail.
  add column resume_status text check (resume_status in ('pending', 'delivered', 'failed', 'skipped', 'canceled')),
  add column resume_due_at timestamptz(3),
  -- A test has an event that never occurred: its id is in the log, and nowhere else (ADR 0014).
  drop constraint deliveries_event_id_fkey;

-- What each webhook has in flight, counted at every claim (ADR 0013).
create index deliveries_claimed on deliveries (webhook_id, claimed_at) where claimed_at is not null;
