-- Open audits and adjudications by the transaction that opened them.
create index concurrently tasks_opened on tasks (account_id, opened_by, batch_id)
  where status = 'open' and kind in ('audit', 'adjudicate');
