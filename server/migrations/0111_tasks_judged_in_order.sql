-- Batches with open audits and adjudications, and these in the order of claims.
create index concurrently tasks_judged_in_order on tasks (account_id, batch_id, id)
  where status = 'open' and kind in ('audit', 'adjudicate');
