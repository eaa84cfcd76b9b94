-- A tenth of the audits is repeated by a second auditor, whose verdict never counts for the batch.
alter table audits
  add column repeat_verdict text check (repeat_verdict in ('accepted', 'accepted_with_change', 'wrong')),
  add column repeat_annotation_id text collate "C";

-- The version before takes a repeat for the audit itself, and would replace the first verdict with the second.
create function keep_first_verdict() returns trigger language plpgsql as $$
begin
  return null;
end
$$;
create trigger keep_first_verdict before update of acceptable on audits
  for each row when (old.acceptable is not null) execute function keep_first_verdict();
