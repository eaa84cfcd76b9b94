-- Batches with open audits and adjudications.
create index concurrently tasks_judged on tasks (account_id, batch_id)
  where status = 'open' and kind in ('audit', 'adjudicate');
